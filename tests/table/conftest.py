"""A house of tables for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from seating import Gate, Sitting


@pytest.fixture
async def sitting() -> AsyncIterator[Sitting]:
    """A house of tables over a journal that can be held up."""
    found = Sitting(Gate())
    yield found
    await found.tables.close()


@pytest.fixture
def gate(sitting: Sitting) -> Gate:
    """The journal of the house."""
    assert isinstance(sitting.journal, Gate)
    return sitting.journal
