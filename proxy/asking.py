"""Putting questions to the inspection port of a running Hearthkin."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from proxy.wire.address import Address

TIMEOUT = 10.0
"""Seconds to wait for Hearthkin."""

Ask = Callable[[dict[str, Any]], dict[str, Any]]
"""Puts a question to the inspection port and returns its answer."""


class AskError(Exception):
    """There is no answer, or it is a refusal. The text says why."""


def problem_in(error: ValidationError) -> str:
    """What is wrong with an answer, and where: of several things the first."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where + ': ' if where else ''}{first['msg']}"


@contextmanager
def asking(address: Address) -> Iterator[Ask]:
    """A connection for any number of questions, which raise :class:`AskError`, as connecting does."""

    def lost(error: Exception) -> AskError:
        return AskError(f"no answer from {address}: {error}; was Hearthkin started with --inspect?")

    try:
        connection = socket.create_connection((address.host, address.port), TIMEOUT)
    except OSError as error:
        raise lost(error) from None
    with connection, connection.makefile("r", encoding="utf-8") as answers:

        def ask(question: dict[str, Any]) -> dict[str, Any]:
            try:
                connection.sendall(json.dumps(question).encode() + b"\n")
                line = answers.readline()
                if not line:
                    raise EOFError("it closed the connection")
                answer = json.loads(line)
                if not isinstance(answer, dict):
                    raise ValueError("the answer is no JSON object")
            except (OSError, ValueError, EOFError) as error:
                raise lost(error) from None
            if "error" in answer:
                raise AskError(f"{address}: {answer['error']}")
            return answer

        yield ask
