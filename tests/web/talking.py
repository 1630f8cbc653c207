"""A bare socket: frames as they are typed, and what comes back."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import msgspec

from kameny.web.messages import Answer, Bye, Hello, Misread, ToPhone, Update


class Talk:
    """One socket that is past the greeting."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.update: Update | None = None

    async def say(self, message: msgspec.Struct | str | bytes) -> None:
        """A message, a text frame, or a binary one."""
        if isinstance(message, bytes):
            await self.socket.send_bytes(message)
        else:
            text = message if isinstance(message, str) else msgspec.json.encode(message).decode()
            await self.socket.send_str(text)

    async def hears(self, *kinds: type[msgspec.Struct]) -> Any:
        """The next message of these kinds; updates are kept on the way."""
        while True:
            received = await self.socket.receive(timeout=10)
            assert received.type is aiohttp.WSMsgType.TEXT, received
            message = msgspec.json.decode(received.data, type=ToPhone)
            if isinstance(message, Update):
                self.update = message
            if isinstance(message, kinds):
                return message

    async def refusal(self) -> Answer | Misread | Bye:
        """The next thing that is no update."""
        found: Answer | Misread | Bye = await self.hears(Answer, Misread, Bye)
        return found


@asynccontextmanager
async def talk(url: str, code: str, token: str | None = None, **headers: str) -> AsyncGenerator[Talk]:
    """A socket at this table."""
    async with (
        aiohttp.ClientSession(headers={key.replace("_", "-"): value for key, value in headers.items()}) as session,
        session.ws_connect(f"{url}/socket") as socket,
    ):
        found = Talk(socket)
        await found.say(Hello(code, token))
        await found.hears(Update, Bye)
        yield found
