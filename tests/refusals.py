"""How the tests say that something is refused, and why."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import pytest

from kameny.game import Refused


@contextmanager
def refused(code: str, **detail: object) -> Generator[None]:
    """What follows is refused with exactly this code, and with this much of the detail."""
    with pytest.raises(Refused) as caught:
        yield
    found = caught.value
    assert (found.code, {key: found.detail.get(key) for key in detail}) == (code, detail)
