"""The match: a fold of its journal. Commands give one event or refuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from kameny.game import Due
from kameny.play import commands
from kameny.play import match as matches
from kameny.play.chance import Fair
from kameny.play.events import AnyEvent, Dealt, Joined, Opened, Played, Reseated, decode, encode
from kameny.play.match import REMEMBERED, Match
from kameny.play.seats import Seat
from kameny.terms import Terms
from refusals import refused
from toy import TOY, Begun, Swap, Throw, Thrown, ToyOptions

OPTIONS = msgspec.Raw(b'{"seconds":60}')
SECRETS = [f"{n:064x}" for n in range(1, 40)]


class Book:
    """A match and the rows it is made of."""

    def __init__(self, *players: str | None) -> None:
        self.rows: list[bytes] = []
        seats = [Seat(player=player) for player in players]
        opened = commands.open_match(TOY, "CODE", OPTIONS, Terms(), seats, SECRETS[0])
        self.match, _ = matches.evolve(TOY, None, self._kept(opened))

    def _kept(self, event: AnyEvent) -> AnyEvent:
        self.rows.append(encode(event))
        return event

    def add(self, event: AnyEvent | None) -> tuple[Any, ...]:
        """One more row."""
        assert event
        self.match, events = matches.evolve(TOY, self.match, self._kept(event))
        return events

    def join(self, *names: str) -> None:
        """These people sit down; a name is its own key and nonce."""
        for name in names:
            self.add(commands.join(self.match, name, f"key {name}", f"nonce {name}"))

    def deal(self, who: str, nonce: str = "again") -> tuple[Any, ...]:
        """Somebody starts the next game."""
        number = self.match.number + 1
        return self.add(commands.deal(TOY, self.match, number, (f"key {who}", f"deal {number}"), {f"key {who}": nonce}))

    def act(self, action: Any, rid: str | None = None) -> tuple[Any, ...]:
        """The seat on turn does this."""
        state = self.match.state
        (seat,) = TOY.to_act(state)
        request = (self.match.seats[seat].key or "", rid) if rid else None
        secret = SECRETS[self.match.number]
        return self.add(commands.act(TOY, self.match, seat, TOY.turn(state), action, request, secret))

    def play(self) -> None:
        """To the end of the game, with swaps and throws by turns."""
        while self.match.running:
            self.act(Swap() if self.match.version % 2 else Throw())


def fold(rows: Sequence[bytes]) -> Match:
    """The match of these rows."""
    match: Match | None = None
    for row in rows:
        match, _ = matches.evolve(TOY, match, decode(row))
    assert match
    return match


def two() -> Book:
    """Ann and Bob at a table, not dealt yet."""
    book = Book(None, None)
    book.join("Ann", "Bob")
    return book


# ---- the fold ----


def test_a_match_is_the_fold_of_its_rows() -> None:
    """At every row of a whole series, the bytes alone give the same match; versions count the rows."""
    book = Book(None, "thrower", None)
    book.join("Ann")
    book.add(commands.reseat(TOY, book.match, 2, "swapper", (), ("key Ann", "rid")))
    for _ in range(3):
        book.deal("Ann")
        book.play()
    for version in range(1, len(book.rows) + 1):
        assert fold(book.rows[:version]).version == version
    assert fold(book.rows) == book.match
    assert (book.match.number, len(book.match.results), book.match.running) == (3, 3, False)
    assert sum(book.match.totals) == 0


def test_the_chance_of_a_game_is_derived_from_its_rows() -> None:
    """Secret of the opening row, nonces of the joins in seat order, the starter's newest: the very deal and throws."""
    book = two()
    (begun,) = book.deal("Bob", "Bob again")
    assert isinstance(begun, Begun)
    opened, dealt = decode(book.rows[0]), decode(book.rows[-1])
    assert isinstance(opened, Opened)
    assert isinstance(dealt, Dealt)
    assert dealt.nonces == ("nonce Ann", "Bob again")
    numbers = Fair(opened.secret, dealt.nonces, 1).shuffled(range(1, 10), "deal")
    assert (*begun.held, *begun.pile) == numbers
    (thrown,) = book.act(Throw())
    assert thrown == Thrown(0, Fair(opened.secret, dealt.nonces, 1).below(6, "throw 1") + 1)


def test_each_game_has_a_secret_that_was_kept_before_it_could_be_known() -> None:
    """The first with the opening, the next with the row that ends the game before it; none while a game runs."""
    book = two()
    for game in (1, 2, 3):
        assert book.match.secret == SECRETS[game - 1]
        book.deal("Ann")
        assert book.match.secret == ""
        assert book.match.shuffle
        assert book.match.shuffle.secret == SECRETS[game - 1]
        book.play()
    plays = [row for row in map(decode, book.rows) if isinstance(row, Played)]
    assert [bool(row.secret) for row in plays] == [row.secret in SECRETS for row in plays]
    assert sum(bool(row.secret) for row in plays) == 3


# ---- opening ----


@pytest.mark.parametrize("players", [[], [None], [None] * 4, ["thrower", "swapper"]])
def test_a_table_opens_with_as_many_seats_as_its_game_has_and_a_person(players: list[str | None]) -> None:
    """Neither one seat nor four, and not computers alone."""
    with refused("bad_seats", least=2, most=3):
        Book(*players)


def test_the_options_of_a_table_are_complete_from_the_start() -> None:
    """What is left out is the default, written down, so that a later default changes no old table."""
    opened = commands.open_match(TOY, "CODE", msgspec.Raw(b"{}"), Terms(), [Seat(), Seat()], SECRETS[0])
    assert bytes(opened.options) == b'{"seconds":2}'
    assert two().match.options == ToyOptions(60)
    for bad in (b'{"seconds":"x"}', b'{"speed":1}', b"null"):
        with refused("bad_options"):
            commands.open_match(TOY, "CODE", msgspec.Raw(bad), Terms(), [Seat(), Seat()], SECRETS[0])


# ---- joining ----


def test_people_take_the_free_seats_in_order() -> None:
    """Computers' seats are left out."""
    book = Book("thrower", None, None)
    book.join("Ann", "Bob")
    assert [seat.name for seat in book.match.seats] == ["", "Ann", "Bob"]
    assert [book.match.seat_of(f"key {name}") for name in ("Ann", "Bob", "Eve")] == [1, 2, None]
    assert book.match.seat_of(None) is None


def test_fault_50_joining_is_idempotent() -> None:
    """Fault 50: the same token has its seat already, before the deal and after; no row is written."""
    book = two()
    for _ in range(2):
        for name in ("Ann", "Bob", "Ann"):
            assert commands.join(book.match, f"{name} again", f"key {name}", "other nonce") is None
        if not book.match.number:
            book.deal("Ann")


def test_a_full_table_and_a_running_series_take_nobody() -> None:
    """The one who comes too late is told so, and looks on."""
    book = two()
    with refused("no_place"):
        commands.join(book.match, "Eve", "key Eve", "nonce")
    half = Book(None, None, None)
    half.join("Ann", "Bob")
    half.deal("Ann")
    with refused("no_place"):
        commands.join(half.match, "Eve", "key Eve", "nonce")


# ---- giving seats to computers ----


def test_a_free_seat_goes_to_a_computer_and_back() -> None:
    """Before the first game, as often as they like."""
    book = Book(None, None, None)
    book.join("Ann")
    for player in ("swapper", None, "thrower"):
        book.add(commands.reseat(TOY, book.match, 1, player, (), ("key Ann", "rid")))
        assert book.match.seats[1] == Seat(player)
    book.join("Bob")
    assert book.match.seats[2].name == "Bob"


def test_a_seat_is_not_given_away() -> None:
    """Not a person's, not one that is not there, not to a computer of another game, and not once it has begun."""
    book = two()
    for seat in (0, 1, 2, -1):
        with refused("not_free" if seat in (0, 1) else "no_such_seat"):
            commands.reseat(TOY, book.match, seat, "swapper", (), ("key Ann", "rid"))
    free = Book(None, None, None)
    free.join("Ann", "Bob")
    with refused("unknown_player", known=["swapper", "thrower"]):
        commands.reseat(TOY, free.match, 2, "exact", (), ("key Ann", "rid"))
    free.deal("Ann")
    with refused("already_started"):
        commands.reseat(TOY, free.match, 1, "swapper", (), ("key Ann", "rid"))


# ---- dealing ----


def test_a_seat_that_is_free_when_the_series_begins_drops_out() -> None:
    """Those who are there keep their order; a seat's number may go down, its key stays."""
    book = Book(None, None, "thrower")
    book.join("Ann")
    book.deal("Ann")
    assert [seat.player for seat in book.match.seats] == [None, "thrower"]
    dealt = decode(book.rows[-1])
    assert isinstance(dealt, Dealt)
    assert dealt.kept == (0, 2)
    lone = Book(None, None, None)
    lone.add(commands.reseat(TOY, lone.match, 0, "swapper", (), ("key Ann", "rid")))
    lone.join("Ann")
    lone.deal("Ann")
    assert lone.match.seat_of("key Ann") == 1


def test_alone_nobody_begins() -> None:
    """One seat that is taken is too few, and the free ones stay free."""
    book = Book(None, None, None)
    book.join("Ann")
    with refused("too_few_players", least=2):
        commands.deal(TOY, book.match, 1, ("key Ann", "rid"), {})


def test_a_game_is_dealt_once_and_in_turn() -> None:
    """Not while one runs, and only the next number: a tap that comes twice or late deals nothing."""
    book = two()
    for number in (0, 2, -1):
        with refused("wrong_game_number", number=1):
            commands.deal(TOY, book.match, number, ("key Ann", "rid"), {})
    book.deal("Ann")
    for number in (1, 2):
        with refused("game_running"):
            commands.deal(TOY, book.match, number, ("key Bob", "rid"), {})
    book.play()
    with refused("wrong_game_number", number=2):
        commands.deal(TOY, book.match, 1, ("key Ann", "rid"), {})
    book.deal("Bob")
    assert book.match.number == 2


def test_fault_52_the_next_game_has_the_same_seats_and_its_own_nonces() -> None:
    """Fault 52: one tap and the same people sit where they sat; a nonce counts for one game only."""
    book = two()
    openers: list[int | None] = []
    for _ in range(3):
        book.deal("Bob", "Bobs newest")
        openers.append(book.match.opener)
        assert [seat.name for seat in book.match.seats] == ["Ann", "Bob"]
        book.play()
    deals = [row.nonces for row in map(decode, book.rows) if isinstance(row, Dealt)]
    assert deals == [("nonce Ann", "Bobs newest"), ("Bobs newest",), ("Bobs newest",)]
    assert openers == [0, 1, 0]


# ---- acting ----


def test_an_act_is_of_the_turn_it_was_meant_for() -> None:
    """A turn that is over, or has not begun, is refused with the turn that runs, before anything is judged."""
    book = two()
    with refused("game_over"):
        commands.act(TOY, book.match, 0, 1, Throw(), None, "")
    book.deal("Ann")
    for turn in (0, 2, 99):
        with refused("turn_is_over", turn=1):
            commands.act(TOY, book.match, 0, turn, Throw(), None, "")
    book.play()
    with refused("game_over"):
        commands.act(TOY, book.match, 0, TOY.turn(book.match.state), Throw(), None, "")


def test_an_expiry_is_of_the_deadline_that_runs() -> None:
    """Fault 34: a timer of another turn, of another count, or of a game that is over does nothing at all."""
    book = two()
    assert commands.expire(TOY, book.match, Due(1, 1, 60), None, "") is None
    book.deal("Ann")
    assert TOY.due(book.match.state) == Due(1, 1, 60)
    book.act(Throw())
    assert commands.expire(TOY, book.match, Due(1, 1, 60), None, "") is None
    assert commands.expire(TOY, book.match, Due(2, 2, 60), None, "") is None
    now = TOY.due(book.match.state)
    assert now
    book.add(commands.expire(TOY, book.match, now, None, ""))
    assert TOY.turn(book.match.state) == 3
    book.play()
    assert commands.expire(TOY, book.match, now, None, "") is None


# ---- requests that were done ----


def test_a_request_is_remembered_with_its_version() -> None:
    """By key and rid; another's rid, or none at all, is nobody's."""
    book = two()
    book.deal("Ann")
    book.act(Throw(), "one")
    assert book.match.done_at("key Ann", "deal 1") == 4
    assert book.match.done_at("key Ann", "one") == 5
    assert [book.match.done_at(*who) for who in (("key Bob", "one"), ("key Ann", "two"), (None, None))] == [None] * 3
    book.act(Throw())
    assert len(book.match.done) == 2


def test_the_oldest_requests_are_forgotten() -> None:
    """A match stays small: the newest 64 are known."""
    book = two()
    while len(book.match.done) < REMEMBERED or book.match.done_at("key Ann", "deal 1"):
        book.deal("Ann")
        while book.match.running:
            book.act(Throw(), f"rid {book.match.version}")
    assert len(book.match.done) == REMEMBERED == 64
    assert fold(book.rows).done == book.match.done


# ---- what is written ----


def test_a_row_says_no_more_than_what_happened() -> None:
    """A token never comes near the journal; keys are hashes, expiries have no seat, and rows read back as written."""
    book = two()
    book.deal("Ann")
    book.act(Swap(), "rid")
    due = TOY.due(book.match.state)
    assert due
    book.add(commands.expire(TOY, book.match, due, None, ""))
    kinds = [type(decode(row)) for row in book.rows]
    assert kinds == [Opened, Joined, Joined, Dealt, Played, Played]
    acted, expired = decode(book.rows[-2]), decode(book.rows[-1])
    assert isinstance(acted, Played)
    assert isinstance(expired, Played)
    assert (acted.seat, acted.key, acted.rid) == (0, "key Ann", "rid")
    assert (expired.seat, expired.key, expired.rid) == (None, None, None)
    assert all(encode(decode(row)) == row for row in book.rows)
    assert Reseated(1, None) == decode(encode(Reseated(1, None)))
