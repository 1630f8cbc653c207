"""The few calls over HTTP: opening, joining and finding tables, codes for seats, finished games; and the socket."""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from aiohttp import web

from kameny.game import Refused
from kameny.play.chance import commitment
from kameny.play.record import export
from kameny.play.seats import Seat, key_of
from kameny.play.table import Table
from kameny.play.tables import Tables
from kameny.web import frames, invites
from kameny.web.door import DOOR
from kameny.web.messages import (
    NULL,
    AskCards,
    AskPass,
    Card,
    CardKey,
    Cards,
    Claim,
    Code,
    Invite,
    Join,
    Joined,
    OpenTable,
    Pass,
    Problem,
    TableOpened,
)
from kameny.web.reading import read
from kameny.web.visit import visit

TABLES = web.AppKey("tables", Tables)
STATUS = {
    "no_place": 404,
    "no_such_game": 404,
    "store_failed": 503,
    "foreign_origin": 403,
    "not_seated": 403,
    "too_large": 413,
    "too_fast": 429,
    "too_many_tries": 429,
    "too_many_phones": 429,
}
"""HTTP status by refusal; the others are 409."""

log = structlog.get_logger()


async def _healthz(request: web.Request) -> web.Response:
    return web.json_response({"ok": True, "tables": len(request.app[TABLES])})


async def _socket(request: web.Request) -> web.WebSocketResponse:
    door, tables = request.app[DOOR], request.app[TABLES]

    async def find(code: str, token: str | None) -> Table:
        return await door.find(request, tables, code, token)

    with door.visitor(request):
        return await visit(request, find, tables.now, door.phone())


async def _open(request: web.Request) -> web.Response:
    wanted = await _body(request, OpenTable)
    request.app[DOOR].admit(request, "tables")
    seats = [Seat(player=seat.player) for seat in wanted.seats]
    table = await request.app[TABLES].open(wanted.game, wanted.options, seats, wanted.terms)
    log.info("table_opened", table=table.match.code, game=table.match.game, seats=len(seats))
    return _json(TableOpened(table.match.code, commitment(table.match.secret)), status=201)


async def _join(request: web.Request) -> web.Response:
    wanted = await _body(request, Join)
    request.app[DOOR].admit(request, "joins")
    table = await _table(request, wanted.token)
    return _json(Joined(await table.join(wanted.name, wanted.token, wanted.nonce, wanted.seat)))


async def _pass(request: web.Request) -> web.Response:
    wanted = await _body(request, AskPass)
    request.app[DOOR].admit(request, "joins")
    table = await _table(request, wanted.token)
    code, until = table.pass_for(key_of(wanted.token), wanted.seat)
    link = f"{invites.link_of(request, table.match.code)}#{code}"
    return _json(Pass(code, link, invites.qr_svg(link).decode(), int(until * 1000)))


async def _claim(request: web.Request) -> web.Response:
    wanted = await _body(request, Claim)
    door = request.app[DOOR]
    door.admit(request, "claims")
    table = await _table(request, wanted.token)
    door.check_codes(request)
    try:
        return _json(Joined(await table.claim(wanted.pass_code, wanted.token)))
    except Refused as refused:
        if refused.code == "bad_pass":
            door.wrong_code(request)
        raise


async def _mine(request: web.Request) -> web.Response:
    wanted = await _body(request, AskCards)
    request.app[DOOR].admit(request, "joins")
    return _json(Cards(tuple([await _card(request.app[TABLES], each) for each in wanted.tables])))


async def _card(tables: Tables, wanted: CardKey) -> Card:
    """How one table stands; nothing of it for a key that opens no seat there."""
    nothing = Card(wanted.code, "", NULL, None, (), 0, over=False, awaited=())
    try:
        table = await tables.get(wanted.code)
    except Refused:
        return nothing
    seat = table.match.seat_of(key_of(wanted.token))
    if seat is None:
        return nothing
    return frames.card(table.game, table.moment(), seat)


async def _game(request: web.Request) -> web.Response:
    request.app[DOOR].admit(request, "exports")
    table = await _table(request)
    number = int(request.match_info["number"])
    record = export(table.game, await request.app[TABLES].rows(table.match.code), number)
    name = f"kameny-{table.match.code}-{number}.json"
    return _json(record, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def _invite(request: web.Request) -> web.Response:
    table = await _table(request)
    return _json(Invite(invites.link_of(request, table.match.code)))


async def _invite_svg(request: web.Request) -> web.Response:
    table = await _table(request)
    svg = invites.qr_svg(invites.link_of(request, table.match.code))
    return web.Response(body=svg, content_type="image/svg+xml")


ROUTES = [
    web.get("/healthz", _healthz),
    web.get("/socket", _socket),
    web.post("/api/tables", _open),
    web.post("/api/tables/{code}/join", _join),
    web.post("/api/tables/{code}/pass", _pass),
    web.post("/api/tables/{code}/claim", _claim),
    web.get("/api/tables/{code}/games/{number:[0-9]{1,6}}", _game),
    web.get("/api/tables/{code}/invite", _invite),
    web.get("/api/tables/{code}/invite.svg", _invite_svg),
    web.post("/api/mine", _mine),
]


async def _table(request: web.Request, token: str | None = None) -> Table:
    """The table that the address names, for whoever has this token."""
    try:
        code = msgspec.convert(request.match_info["code"], Code)
    except msgspec.ValidationError as error:
        raise Refused("no_place") from error
    return await request.app[DOOR].find(request, request.app[TABLES], code, token)


async def _body(request: web.Request, wanted: Any) -> Any:
    return read(await request.read(), wanted)


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(value), status=status, content_type="application/json", headers=headers
    )


def problem(refused: Refused) -> web.Response:
    """A refusal as an answer over HTTP."""
    status = 400 if refused.code.startswith("bad_") else STATUS.get(refused.code, 409)
    return _json(Problem(refused.code, frames.detail(refused)), status)
