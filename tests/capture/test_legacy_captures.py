"""What only 1.8 sends, in a recording that is to be shared."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from proxy.capture.anonymize import anonymize
from proxy.capture.reader import Capture
from proxy.capture.replay import replay


@pytest.mark.parametrize("family", ["1.8.8"], indirect=True)
def test_empty_columns_and_bulks_stay_in_an_anonymous_copy(session: Any, tmp_path: Path) -> None:
    """A whole column of no sections takes the column away; a bulk is several at once."""
    unload = session.packet("clientbound", "chunk_data", struct.pack(">ii?H", 0, 0, True, 0), b"\x00")
    heads = b"".join(struct.pack(">iiH", x, 9, 0) for x in (1, 2))
    bulk = session.packet("clientbound", "map_chunk_bulk", b"\x01\x02", heads, bytes(2 * 256))
    session.add("clientbound", unload, bulk)
    source, target = session.save(tmp_path / "private.mcpr"), tmp_path / "shared.mcpr"
    result = anonymize(source, target)
    with Capture(target) as capture:
        kept = [packet.data for packet in capture.packets()]
    assert unload in kept
    assert bulk in kept
    assert not result["dropped"].keys() & {"chunk_data", "map_chunk_bulk"}
    assert replay(target)["chunks"] == replay(source)["chunks"] == 3
