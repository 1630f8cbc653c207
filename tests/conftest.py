"""What all tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from house import House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A running house."""
    async with AsyncExitStack() as stack:
        found = House(stack)
        await found.start()
        yield found
        await stack.aclose()
        await found.stop()
