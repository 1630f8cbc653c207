"""The application: its routes, what every answer carries, and the client's files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from kameny.game import Refused
from kameny.play.tables import Tables
from kameny.store.base import StoreError
from kameny.web import api
from kameny.web.door import DOOR, Door
from kameny.web.reading import MAX_MESSAGE

STATIC = Path(__file__).parent / "static"

log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def make_app(tables: Tables, door: Door | None = None) -> web.Application:
    """The application over these tables, with this door (the usual limits, if there is none)."""
    app = web.Application(middlewares=[_answer], client_max_size=MAX_MESSAGE)
    app[api.TABLES] = tables
    app[DOOR] = door or Door()
    app.add_routes(
        [
            *api.ROUTES,
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
        response = api.problem(refused)
    except StoreError as error:
        log.error("store_failed", error=str(error))  # noqa: TRY400 - the sentence is all
        response = api.problem(Refused("store_failed"))
    except web.HTTPRequestEntityTooLarge:
        response = api.problem(Refused("too_large", most=MAX_MESSAGE))
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
