"""What goes over the wire: the frames of the socket and the bodies of the few HTTP calls.

One frame in, one commit, one frame out per phone. Every struct is decoded strictly; `wire.ts` is made from
this module, so a name here is a name there.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from kameny.game import Outcome
from kameny.play.presence import News, Reaction
from kameny.play.seats import CODE_ALPHABET, CODE_LENGTH
from kameny.play.series import Finished
from kameny.terms import Terms

Code = Annotated[str, msgspec.Meta(pattern=f"^[{CODE_ALPHABET}]{{{CODE_LENGTH}}}$")]
Token = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
"""A seat's key: 128 random bits made by the phone, kept by the phone; the server stores its SHA-256 only."""
Nonce = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
"""A phone's part in the shuffle: 128 random bits."""
Rid = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
"""Names one request of one phone, so that sending it twice counts once."""
Millis = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
"""Milliseconds since the epoch."""
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
STOPPING = "server_stopping"
"""The goodbye of a server that will be back in a moment."""
NULL = msgspec.Raw(b"null")
"""Where a raw value is missing."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""As it was typed; the table tidies it."""


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of every frame, told apart by `type`."""


# ---- from a phone ----


class Hello(Frame, frozen=True, tag="hello"):
    """The first frame: which table, and by which token; without one, as a spectator."""

    code: Code
    token: Token | None = None


class Act(Frame, frozen=True, tag="act"):
    """Do this in this turn. `at`: when the finger did it, in the server's milliseconds as the phone knows them."""

    rid: Rid
    turn: Count
    action: msgspec.Raw
    at: Millis


class Arrange(Frame, frozen=True, tag="draft"):
    """The table as this seat has arranged it, sent at every drop; null is the start of the turn."""

    turn: Count
    draft: msgspec.Raw
    at: Millis


class Deal(Frame, frozen=True, tag="deal"):
    """Start game `number` of the table, with this phone's nonce for its shuffle.

    `series` begins a new series, with all totals at zero; where the last series is over that goes without saying.
    """

    rid: Rid
    number: Count
    nonce: Nonce
    series: bool = False


class Part(Frame, frozen=True, tag="part"):
    """A phone's part in the shuffle of game `number`, sent once the game before is over. The first one counts."""

    number: Count
    nonce: Nonce


class Reseat(Frame, frozen=True, tag="reseat"):
    """Before the first game: let a computer take this seat, or free it (`None`).

    A person's seat is given up this way only after a minute without a phone.
    """

    rid: Rid
    seat: Count
    player: str | None


class StandIn(Frame, frozen=True, tag="stand_in"):
    """Let a computer play for a person whose phone has been gone for a minute, until it is back."""

    rid: Rid
    seat: Count
    player: str


class Leave(Frame, frozen=True, tag="leave"):
    """Leave the table: a computer plays one's seat at once; before the first game the seat becomes free.

    All phones of the seat are told goodbye. Coming back takes the seat back, total included.
    """

    rid: Rid
    player: str


class React(Frame, frozen=True, tag="react"):
    """Show the others one of a few pictures for a moment."""

    rid: Rid
    reaction: Reaction


class Note(Frame, frozen=True, tag="note"):
    """Something private that a phone wants back when it returns, such as the order of its rack."""

    note: Annotated[str, msgspec.Meta(max_length=2048)]


class Ping(Frame, frozen=True, tag="ping"):
    """Answered at once; gives the phone the server's time and tells each that the other is there."""

    sent: Annotated[float, msgspec.Meta(ge=0, lt=1 << 53)]


FromPhone = Hello | Act | Arrange | Deal | Part | Reseat | StandIn | Leave | React | Note | Ping


# ---- to a phone ----


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it: a person (`player` is None) or a computer; `here`: a phone is connected.

    `stand_in` is the computer that plays for an absent person. `away` is since when (server milliseconds) a person's
    seat has been without a phone.
    """

    name: str
    player: str | None
    taken: bool
    here: bool
    stand_in: str | None
    away: int | None


class ClockView(msgspec.Struct, frozen=True):
    """The running deadline: the `count`-th of turn `turn`, `at` server milliseconds, `seconds` long.

    While no person is connected it is `paused`, and `at` is only where it stood.
    """

    turn: int
    count: int
    at: int
    seconds: float
    paused: bool


class Proof(msgspec.Struct, frozen=True):
    """What lets anyone check a finished game's shuffle: SHA-256(`secret`) was the `commitment` before the deal."""

    number: int
    commitment: str
    secret: str
    nonces: tuple[str, ...]


class TableView(msgspec.Struct, frozen=True):
    """The table and its series, the same for everyone but for `you`.

    `number` counts the games dealt at this table; 0 is the waiting room. An act names the `turn` it is meant for.
    `series` counts the series, `played` its finished games, `totals` their sums; `results` are its last outcomes.
    `series_over` is how the series ended, once it has; `past` are the ones before it. `commitment` is the SHA-256 of
    the secret that will shuffle the next game, or shuffles the running one.
    """

    code: str
    game: str
    options: msgspec.Raw
    terms: Terms
    seats: tuple[SeatView, ...]
    you: int | None
    number: int
    over: bool
    turn: int
    awaited: tuple[int, ...]
    series: int
    played: int
    results: tuple[Outcome, ...]
    totals: tuple[int, ...]
    series_over: Finished | None
    past: tuple[Finished, ...]
    commitment: str
    proof: Proof | None
    clock: ClockView | None
    watching: int


class Mine(msgspec.Struct, frozen=True):
    """What only this seat gets back after a reconnect: its draft of this turn and its note."""

    draft: msgspec.Raw
    note: str | None


class Update(Frame, frozen=True, tag="update"):
    """The whole truth for this phone at `version`: newest wins, older ones are dropped.

    `events` are what led here from the version before, as this seat may see them; empty after a reconnect and
    when only presence changed. `draft` is the acting seat's arranging as others may see it.
    """

    version: int
    now: int
    table: TableView
    view: msgspec.Raw
    events: tuple[msgspec.Raw, ...]
    draft: msgspec.Raw
    mine: Mine | None


class Answer(Frame, frozen=True, tag="answer"):
    """The answer to a `rid`: done at `version`, or `refused` with a code and what it is about."""

    rid: str
    version: int
    refused: str | None = None
    detail: dict[str, msgspec.Raw] = {}


class Arranged(Frame, frozen=True, tag="arranged"):
    """The acting seat has moved something; null is the start of the turn."""

    seat: int
    turn: int
    draft: msgspec.Raw


class Told(Frame, frozen=True, tag="told"):
    """Something happened at a seat that everybody hears of once; `by` is the seat that did it, if another did.

    `new_code`: somebody was shown a code that opens this seat on another phone. `moved`: that was done.
    `stood_in`: a computer plays it now. `back`: its person plays again.
    """

    what: News
    seat: int
    by: int | None = None


class Reacted(Frame, frozen=True, tag="reacted"):
    """A seat shows a reaction."""

    seat: int
    reaction: Reaction


class Misread(Frame, frozen=True, tag="misread"):
    """A frame that could not be read, or that has no `rid` to be answered by, and why nothing came of it."""

    refused: str
    detail: dict[str, msgspec.Raw] = {}


class Pong(Frame, frozen=True, tag="pong"):
    """The answer to a ping: its own stamp, and the server's time in milliseconds."""

    sent: float
    now: int


class Bye(Frame, frozen=True, tag="bye"):
    """The socket closes now, for this reason; a phone that reconnects would hear the same, but after `STOPPING`."""

    refused: str
    detail: dict[str, msgspec.Raw] = {}


ToPhone = Update | Answer | Arranged | Told | Reacted | Misread | Pong | Bye


# ---- HTTP ----


class SeatSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: a computer by the name of its player, or free for a person (`None`)."""

    player: str | None = None


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables`: open a table. Whoever opens it joins like everyone else."""

    game: str
    seats: tuple[SeatSetup, ...]
    options: msgspec.Raw = msgspec.Raw(b"{}")
    terms: Terms = Terms()


class TableOpened(msgspec.Struct, frozen=True):
    """The code to join by, and the commitment that was made before any nonce was known."""

    code: str
    commitment: str


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/{code}/join`: take a free seat, or come back to one's own; the same token, the same seat.

    `seat` names one that a computer holds: a newcomer may take it at any time, with its total.
    """

    name: Name
    token: Token
    nonce: Nonce
    seat: Count | None = None


class Joined(msgspec.Struct, frozen=True):
    """The seat that was taken."""

    seat: int


class Invite(msgspec.Struct, frozen=True):
    """`GET /api/tables/{code}/invite`: the link that opens the table on another phone. Its QR code: `invite.svg`."""

    link: str


class AskPass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/{code}/pass`: a code that opens a seat on another phone, once.

    One's own seat (to move), or that of a person who is away (their phone is dead); all are told.
    """

    token: Token
    seat: Count


class Pass(msgspec.Struct, frozen=True):
    """The one-time code of a seat, the link with it, its QR code as an SVG, and until when it is good."""

    code: str
    link: str
    svg: str
    until: int


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/tables/{code}/claim`: this phone has the seat of this one-time code from now on."""

    pass_code: Code
    token: Token


class AskCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/mine`: how one's tables stand, for the home screen."""

    tables: Annotated[tuple[CardKey, ...], msgspec.Meta(max_length=12)]


class CardKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and one's key to it."""

    code: Code
    token: Token


class Card(msgspec.Struct, frozen=True):
    """How a table stands: `seats` and who is `awaited`. `you` None: the key opens no seat there (any more)."""

    code: str
    game: str
    options: msgspec.Raw
    you: int | None
    seats: tuple[SeatView, ...]
    number: int
    over: bool
    awaited: tuple[int, ...]


class Cards(msgspec.Struct, frozen=True):
    """The answer to `AskCards`, in its order."""

    tables: tuple[Card, ...]


class Problem(msgspec.Struct, frozen=True):
    """The body of an HTTP refusal."""

    refused: str
    detail: dict[str, msgspec.Raw] = {}
