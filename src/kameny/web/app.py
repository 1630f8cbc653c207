"""The application: the socket, a few HTTP calls beside it, and the client's files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from aiohttp import web

from kameny.game import Refused
from kameny.play.chance import commitment
from kameny.play.seats import Seat
from kameny.play.tables import Tables
from kameny.store.base import StoreError
from kameny.web import frames, invites
from kameny.web.messages import Invite, Join, Joined, OpenTable, Problem, TableOpened
from kameny.web.socket import MAX_MESSAGE, talk

STATIC = Path(__file__).parent / "static"
TABLES = web.AppKey("tables", Tables)
STATUS = {"unknown_table": 404, "store_failed": 503, "foreign_origin": 403, "too_large": 413}
"""HTTP status by refusal; the others are 409."""

log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def make_app(tables: Tables) -> web.Application:
    """The application over these tables."""
    app = web.Application(middlewares=[_answer], client_max_size=MAX_MESSAGE)
    app[TABLES] = tables
    app.add_routes(
        [
            web.get("/healthz", _healthz),
            web.get("/socket", _socket),
            web.post("/api/tables", _open),
            web.post("/api/tables/{code}/join", _join),
            web.get("/api/tables/{code}/invite", _invite),
            web.get("/api/tables/{code}/invite.svg", _invite_svg),
            web.get("/", _page),
            web.get("/new", _page),
            web.get("/t/{code}", _page),
            web.get("/{path:.+}", _file),
        ]
    )
    return app


@web.middleware
async def _answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refusals as problems, foreign pages turned away, and the security headers on everything."""
    try:
        _check_origin(request)
        response = await handler(request)
    except Refused as refused:
        response = _problem(refused)
    except StoreError as error:
        log.error("store_failed", error=str(error))  # noqa: TRY400 - the sentence is all
        response = _problem(Refused("store_failed"))
    except web.HTTPRequestEntityTooLarge:
        response = _problem(Refused("too_large", most=MAX_MESSAGE))
    except web.HTTPException as error:
        response = web.Response(status=error.status, text=error.reason)
    if not response.prepared:
        response.headers.update(_headers(request))
    return response


def _headers(request: web.Request) -> dict[str, str]:
    sockets = f"ws://{request.host} wss://{request.host}"  # older Safari does not count them as 'self'
    return {
        "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def _check_origin(request: web.Request) -> None:
    """A browser says which page asks; only our own may change or listen to anything."""
    origin = request.headers.get("Origin")
    if origin and request.path.startswith(("/api/", "/socket")) and urlsplit(origin).netloc != request.host:
        raise Refused("foreign_origin")


async def _healthz(request: web.Request) -> web.Response:
    return web.json_response({"ok": True, "tables": len(request.app[TABLES])})


async def _socket(request: web.Request) -> web.WebSocketResponse:
    return await talk(request, request.app[TABLES])


async def _open(request: web.Request) -> web.Response:
    wanted = await _body(request, OpenTable)
    seats = [Seat(player=seat.player) for seat in wanted.seats]
    table = await request.app[TABLES].open(wanted.game, wanted.options, seats)
    log.info("table_opened", table=table.match.code, game=table.match.game, seats=len(seats))
    return _json(TableOpened(table.match.code, commitment(table.match.secret)), status=201)


async def _join(request: web.Request) -> web.Response:
    wanted = await _body(request, Join)
    table = await request.app[TABLES].get(request.match_info["code"])
    name = wanted.name.strip()
    if not name:
        raise Refused("bad_message", why="a name of blanks")
    return _json(Joined(await table.join(name, wanted.token, wanted.nonce)))


async def _invite(request: web.Request) -> web.Response:
    table = await request.app[TABLES].get(request.match_info["code"])
    return _json(Invite(invites.link_of(request, table.match.code)))


async def _invite_svg(request: web.Request) -> web.Response:
    table = await request.app[TABLES].get(request.match_info["code"])
    svg = invites.qr_svg(invites.link_of(request, table.match.code))
    return web.Response(body=svg, content_type="image/svg+xml")


async def _page(_request: web.Request) -> web.StreamResponse:
    page = STATIC / "index.html"
    if not page.is_file():
        return web.Response(status=503, text="The client is not built yet. Run `make setup`, then start again.\n")
    return web.FileResponse(page, headers={"Cache-Control": "no-cache"})


def _built(path: str) -> Path:
    """A file of the built client; nothing outside its folder."""
    found = (STATIC / path).resolve()
    if not found.is_file() or not found.is_relative_to(STATIC.resolve()):
        raise web.HTTPNotFound
    return found


async def _file(request: web.Request) -> web.StreamResponse:
    path = _built(request.match_info["path"])
    hashed = path.parent.name == "assets"
    return web.FileResponse(
        path, headers={"Cache-Control": "public, max-age=31536000, immutable" if hashed else "no-cache"}
    )


async def _body(request: web.Request, wanted: Any) -> Any:
    try:
        return msgspec.json.decode(await request.read(), type=wanted)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Refused("bad_message", why=str(error)) from error


def _json(value: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), status=status, content_type="application/json")


def _problem(refused: Refused) -> web.Response:
    status = 400 if refused.code.startswith("bad_") else STATUS.get(refused.code, 409)
    return _json(Problem(refused.code, frames.detail(refused)), status)
