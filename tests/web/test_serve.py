"""`kameny serve` as a process: what it prints, how it ends, and what it says when it cannot begin."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kameny.client import Phone
from kameny.game import Refused
from kameny.rummy.model import Draw
from serving import COMMAND, serving


def refused(*arguments: str) -> str:
    """What the command says on its way out."""
    found = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=20, check=False)
    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    return found.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_when_asked_to(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl+C and SIGTERM end the command with 0 and no traceback."""
    with serving(tmp_path) as (process, url):
        assert url.startswith("http://127.0.0.1:")
        process.send_signal(number)
        _, errors = process.communicate(timeout=10)
    assert process.returncode == 0
    assert "Traceback" not in errors


async def test_a_stop_with_phones_is_quick_and_they_come_back(tmp_path: Path) -> None:
    """SIGTERM says goodbye to every phone, so that none waits for a dead line; started again, all are there."""
    with serving(tmp_path) as (process, url):
        port = int(url.rsplit(":", 1)[1])
        async with Phone(url) as ann, Phone(url) as bob:
            code = await ann.open("rummy", [None, None])
            await ann.join(code, "Ann")
            await bob.join(code, "Bob")
            began, now = time.monotonic(), ann.now()
            process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(process.wait, 10)
            assert time.monotonic() - began < 3
            with serving(tmp_path, port) as (_, _):
                for phone in (ann, bob):
                    await phone.until(lambda u: u.now > now and all(seat.here for seat in u.table.seats), within=20)


def test_a_proxy_that_is_no_address_is_said_in_one_line() -> None:
    """The line quotes it and shows what one looks like."""
    said = refused("--host", "127.0.0.1", "--port", "0", "--proxies", "example.org")
    assert said.startswith("kameny: 'example.org' is no address of a proxy")
    assert said.count("\n") == 1


def test_a_taken_port_is_said_in_one_line() -> None:
    """The line names the port and the flag."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--host", "127.0.0.1", "--port", str(port))
    assert said == f"kameny: Port {port} is taken: stop what uses it, or choose another with --port.\n"


def test_an_unusable_folder_is_said_in_one_line(tmp_path: Path) -> None:
    """A file where the folder should be: the line names it and the flag."""
    (tmp_path / "file").write_text("")
    said = refused("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "file"))
    assert said.count("\n") == 1
    assert str(tmp_path / "file") in said
    assert "--data" in said


def test_a_damaged_database_is_said_in_one_line_and_left_alone(tmp_path: Path) -> None:
    """The line names the file; not a byte of it changes."""
    database = tmp_path / "kameny.sqlite3"
    database.write_bytes(b"This is not a database, but somebody may still want it." * 100)
    before = database.read_bytes()
    said = refused("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    assert said.count("\n") == 1
    assert str(database) in said
    assert database.read_bytes() == before


def test_settings_come_from_the_environment_and_a_file_too(tmp_path: Path) -> None:
    """A flag beats KAMENY_*, which beats kameny.toml."""
    (tmp_path / "kameny.toml").write_text('host = "127.0.0.1"\nport = 1\ndata = "from-file"\n')
    command = [sys.executable, "-c", "from kameny.cli import main; main()", "serve", "--port", "0"]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "KAMENY_PORT": "2"}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        lines = [next(process.stdout) for _ in range(3)]
        process.terminate()
        process.wait(timeout=10)
    assert "http://127.0.0.1:" in lines[1]
    assert "from-file" in lines[2]
    assert (tmp_path / "from-file").is_dir()


async def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    """SIGKILL in mid-game, started again on the same folder: the phone goes on by itself where it was."""
    with serving(tmp_path) as (process, url):
        port = int(url.rsplit(":", 1)[1])
        async with Phone(url) as phone:
            code = await phone.open("rummy", [None, "exact", "calm"])
            await phone.join(code, "Ann")
            version = await phone.deal()
            for _ in range(3):
                await phone.until(lambda _: phone.my_turn)
                version = await phone.act(Draw())
            rack = phone.view.rack
            process.send_signal(signal.SIGKILL)
            process.wait()
            with serving(tmp_path, port) as (_, _):
                await phone.until(lambda _: phone.connects == 2 and phone.my_turn, within=20)
                assert phone.update
                assert phone.update.version >= version
                assert set(rack) <= set(phone.view.rack)
                with pytest.raises(Refused, match="turn_is_over"):
                    await phone.act(Draw(), turn=1)
                await phone.act(Draw())
