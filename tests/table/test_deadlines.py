"""Deadlines as values: armed for a turn, paused while nobody is there, taken up again after an outage."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kameny.game import Due
from kameny.play.deadlines import LEAST_AFTER_OUTAGE, Armed, after_outage, arm, pause, resume

NOW = 1_000.0
FIRST, SECOND, THIRD = (Due(5, count, 30) for count in (1, 2, 3))
TIMES = st.floats(0, 1e9, allow_nan=False)


def test_a_turn_is_armed_from_now() -> None:
    """The first expiry is one limit away from the moment the turn began."""
    assert arm(None, FIRST, NOW, paused=False) == Armed(FIRST, NOW + 30)
    assert arm(None, None, NOW, paused=False) is None


@given(TIMES)
def test_fault_39_the_running_deadline_is_never_moved(later: float) -> None:
    """Fault 39: whatever is committed within a turn, its deadline stays where it is, running or paused."""
    for armed in (Armed(FIRST, NOW + 30), Armed(FIRST, NOW + 30, 12.0)):
        assert arm(armed, FIRST, NOW + later, paused=armed.left is not None) == armed


@given(st.floats(0, 5))
def test_the_second_expiry_counts_from_the_first_deadline(late: float) -> None:
    """Not from the moment at which the first was handled: expiries are at L, 2L and 3L."""
    armed = Armed(FIRST, NOW)
    second = arm(armed, SECOND, NOW + late, paused=False)
    assert second == Armed(SECOND, NOW + 30)
    assert arm(second, THIRD, NOW + 30 + late, paused=False) == Armed(THIRD, NOW + 60)


def test_another_turn_counts_from_now() -> None:
    """A turn that ended early or late gives or takes nothing from the next one, whatever its number or count."""
    for due in (Due(6, 1, 45), Due(6, 2, 45), Due(4, 2, 30)):
        assert arm(Armed(FIRST, NOW - 7), due, NOW, paused=False) == Armed(due, NOW + due.seconds)


def test_a_count_that_was_passed_over_counts_from_now() -> None:
    """Only the very next expiry follows the one before."""
    assert arm(Armed(FIRST, NOW - 5), THIRD, NOW, paused=False) == Armed(THIRD, NOW + 30)


def test_nothing_due_stops_the_clock() -> None:
    """The game is over, or has no clock."""
    assert arm(Armed(FIRST, NOW), None, NOW, paused=False) is None


def test_a_turn_that_begins_while_nobody_is_here_has_its_whole_time_to_go() -> None:
    """It is armed and stands."""
    assert arm(None, FIRST, NOW, paused=True) == Armed(FIRST, NOW + 30, 30)
    assert arm(Armed(FIRST, NOW - 20), SECOND, NOW, paused=True) == Armed(SECOND, NOW + 30, 30)


@given(st.floats(0, 40), TIMES)
def test_the_clock_stops_and_runs_on_with_what_was_left(after: float, away: float) -> None:
    """However long nobody is here, the same seconds remain; overdue is nothing left, never less."""
    armed = Armed(FIRST, NOW + 30)
    paused = pause(armed, NOW + after)
    assert paused.left is not None
    assert paused.left == max(0.0, armed.at - (NOW + after))
    resumed = resume(paused, NOW + after + away)
    assert resumed == Armed(FIRST, NOW + after + away + paused.left)


@given(TIMES, TIMES)
def test_stopping_twice_is_stopping_once_and_so_is_running_on(at: float, later: float) -> None:
    """A second phone that leaves takes nothing more, a second that comes gives nothing more."""
    paused = Armed(FIRST, at, 7.0)
    running = Armed(FIRST, at)
    assert pause(paused, later) == paused
    assert resume(running, later) == running


def test_after_an_outage_what_is_not_overdue_still_stands() -> None:
    """A quick restart changes nothing."""
    armed = Armed(FIRST, NOW + 3)
    assert after_outage(armed, NOW - 10, NOW) == armed


def test_after_an_outage_an_overdue_deadline_gets_what_was_left() -> None:
    """Counted from the last sign of life; ten seconds at least."""
    armed = Armed(FIRST, NOW)
    assert after_outage(armed, NOW - 25, NOW + 3600) == Armed(FIRST, NOW + 3600 + 25)
    assert after_outage(armed, NOW - 4, NOW + 3600) == Armed(FIRST, NOW + 3600 + LEAST_AFTER_OUTAGE)
    assert after_outage(armed, NOW + 1, NOW + 3600) == Armed(FIRST, NOW + 3600 + LEAST_AFTER_OUTAGE)


def test_a_paused_clock_does_not_notice_an_outage() -> None:
    """Nobody was there: what was left is left."""
    paused = Armed(FIRST, NOW, 4.0)
    assert after_outage(paused, NOW - 25, NOW + 3600) == paused


@given(st.floats(0, 30), st.floats(0.001, 1e6))
def test_nobody_comes_back_to_less_than_ten_seconds_of_an_overdue_turn(alive: float, away: float) -> None:
    """Whenever the server stopped and however long it was away."""
    back = NOW + away
    found = after_outage(Armed(FIRST, NOW), NOW - alive, back)
    assert found.at - back >= LEAST_AFTER_OUTAGE - 1e-6
