"""Subprocesses that a test can read and that never outlive it."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from harness.waiting import PATIENCE


def free_port() -> int:
    """Return a loopback port that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def descendants(pid: int) -> list[int]:
    """Return the living processes below ``pid``, children before grandchildren (from /proc)."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended while we looked
        children.setdefault(int(fields[1]), []).append(int(entry.name))
    found: list[int] = []
    queue = [pid]
    while queue:
        below = children.get(queue.pop(0), [])
        found += below
        queue += below
    return found


class Process:
    """A subprocess in a group of its own, its output captured line by line in memory and in a file."""

    def __init__(
        self, name: str, command: Sequence[str | Path], cwd: Path, log: Path, env: dict[str, str]
    ) -> None:
        self.name = name
        self.log_path = log
        self.lines: list[str] = []
        self.news = threading.Condition()
        self._log = log.open("w", encoding="utf-8")
        # Should even the test runner be killed, the kernel ends what it started.
        guard = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
        self._popen = subprocess.Popen(
            [*guard, *map(str, command)],
            cwd=cwd,
            env={**os.environ, **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=True,
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._stdin = self._popen.stdin
        self._readers = [
            threading.Thread(target=self._read, args=(stream, label), daemon=True)
            for stream, label in ((self._popen.stdout, "out"), (self._popen.stderr, "err"))
        ]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def running(self) -> bool:
        return self._popen.poll() is None

    def _read(self, stream: IO[str], label: str) -> None:
        for line in stream:
            line = line.rstrip("\n")
            with self.news:
                self._log.write(f"{label} {line}\n")
                self._log.flush()
                self.took(line, label)
                self.news.notify_all()

    def took(self, line: str, label: str) -> None:
        """Keep a line of output; called with ``news`` held."""
        self.lines.append(line)

    def write_line(self, text: str) -> None:
        self._stdin.write(text + "\n")
        self._stdin.flush()

    def wait_for_line(self, pattern: str, patience: float = PATIENCE) -> re.Match[str]:
        """Return the match of the first line of output that ``pattern`` is found in."""
        deadline = time.monotonic() + patience
        seen = 0
        while True:
            with self.news:
                for line in self.lines[seen:]:
                    if match := re.search(pattern, line):
                        return match
                seen = len(self.lines)
                if self.running:
                    self.news.wait(0.1)
            if not self.running:
                self._join_readers()
                if seen == len(self.lines):
                    raise AssertionError(
                        f"{self.name} ended with {self._popen.returncode}, no {pattern!r}:\n{self.tail()}"
                    )
            elif time.monotonic() >= deadline:
                raise AssertionError(f"{self.name} never said {pattern!r}:\n{self.tail()}")

    def tail(self, lines: int = 30) -> str:
        """Return the end of what it said."""
        with self.news:
            return "\n".join(line[:300] for line in self.lines[-lines:])

    def interrupt(self, patience: float = PATIENCE) -> int:
        """Press Ctrl-C and return the exit code."""
        self._popen.send_signal(signal.SIGINT)
        code = self._popen.wait(patience)
        self._join_readers()
        return code

    def kill(self) -> None:
        """End it at once, without a chance to save."""
        self._popen.kill()
        self._popen.wait()

    def stop(self) -> None:
        """End it and everything below it: politely, then with force."""
        below = descendants(self.pid) if self.running else []
        with contextlib.suppress(OSError):  # it may be gone, with our last words still in the pipe
            self._stdin.close()
        if self.running:
            self._popen.terminate()
            try:
                self._popen.wait(5)
            except subprocess.TimeoutExpired:
                self._popen.kill()
                self._popen.wait()
        for pid in below:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._join_readers()
        self._log.close()

    def _join_readers(self) -> None:
        for reader in self._readers:
            reader.join(5)


class ProcessManager:
    """Starts processes and ends every one of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._processes: list[Process] = []

    def adopt(self, process: Process) -> None:
        self._processes.append(process)

    def log_path(self, name: str) -> Path:
        """Return a new log file for a process of that name."""
        self.folder.mkdir(parents=True, exist_ok=True)
        number = sum(1 for _ in self.folder.glob(f"{name}.*.log"))
        return self.folder / f"{name}.{number}.log"

    def start(
        self, name: str, command: Sequence[str | Path], cwd: Path, env: dict[str, str] | None = None
    ) -> Process:
        process = Process(name, command, cwd, self.log_path(name), env or {})
        self.adopt(process)
        return process

    def stop_all(self) -> None:
        while self._processes:
            self._processes.pop().stop()

    def report(self) -> str:
        """Return the last words of each process, for a failed test."""
        return "\n\n".join(f"--- {p.name} ({p.log_path}) ---\n{p.tail()}" for p in self._processes)
