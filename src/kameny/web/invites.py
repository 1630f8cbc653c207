"""Invitations: the link of a table that other phones can reach, and its QR code."""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal

from aiohttp import web

if TYPE_CHECKING:
    import segno


def lan_address() -> str | None:
    """The address of this machine in its local network, if it is in one. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address; connecting a datagram socket sends nothing
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if ip_address(address).is_loopback else address


def origin_of(request: web.Request) -> str:
    """The origin that other phones reach this server by: as asked, but never `localhost`."""
    host, port = request.url.host or "localhost", request.url.port
    if host == "localhost" or _is_loopback(host):
        host = lan_address() or host
    default = {"http": 80, "https": 443}[request.scheme]
    return f"{request.scheme}://{host}" + ("" if port in {None, default} else f":{port}")


def link_of(request: web.Request, code: str) -> str:
    """The link that opens the table on another phone."""
    return f"{origin_of(request)}/t/{code}"


def qr_svg(text: str) -> bytes:
    """A QR code as an SVG in the page's ink."""
    out = io.BytesIO()
    _qr(text, "m").save(out, kind="svg", border=0, dark="#161c28", xmldecl=False, svgns=True)
    return out.getvalue()


def qr_terminal(text: str) -> str:
    """A QR code as lines of text for a terminal."""
    out = io.StringIO()
    _qr(text, "l").terminal(out, compact=True)
    return out.getvalue()


def _qr(text: str, error: Literal["l", "m"]) -> segno.QRCode:
    import segno  # noqa: PLC0415 - start-up need not wait for it

    return segno.make_qr(text, error=error)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
