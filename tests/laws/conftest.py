"""Every law is tried on every game."""

from __future__ import annotations

import pytest

from laws.walks import FIELDS, Field


@pytest.fixture(params=FIELDS, scope="session")
def field(request: pytest.FixtureRequest) -> Field:
    """A game."""
    return FIELDS[request.param]
