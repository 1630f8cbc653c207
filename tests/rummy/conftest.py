"""What the tests of tile rummy share: each implementation of the solver in turn."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType
from typing import cast

import pytest

from kameny.rummy.solver import best, keep, opening, whatif

PYTHON = {
    "solve": best.solve,
    "add_only": best.add_only,
    "least_disturbed": keep.least_disturbed,
    "open_lay": opening.open_lay,
    "can_open": opening.can_open,
    "what_if_drawn": whatif.what_if_drawn,
}
BUILT = find_spec("kameny.kernel._rummy") is not None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever a test module takes from the solver, it takes from Python, and from the kernel if it is built."""
    module = cast("ModuleType", metafunc.module)  # pyright: ignore[reportUnknownMemberType] - pytest leaves it open
    if BUILT and not PYTHON.keys().isdisjoint(vars(module)):
        metafunc.fixturenames.append("implementation")
        metafunc.parametrize("implementation", ["python", "c++"], indirect=True, scope="module")


@pytest.fixture(scope="module")
def implementation(request: pytest.FixtureRequest) -> Iterator[str]:
    """The module's solver is this one."""
    module = cast("ModuleType", request.module)  # pyright: ignore[reportUnknownMemberType] - pytest leaves it open
    with pytest.MonkeyPatch.context() as patch:
        for name in PYTHON.keys() & vars(module).keys() if request.param == "python" else ():
            patch.setattr(module, name, PYTHON[name])
        yield request.param
