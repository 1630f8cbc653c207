"""What all tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from hypothesis import HealthCheck, settings

from house import House

# A machine that is busy with something else is no fault of ours.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A running house."""
    async with AsyncExitStack() as stack:
        found = House(stack)
        await found.start()
        yield found
        await stack.aclose()
        await found.stop()
