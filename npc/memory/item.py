"""One memory, as it lies in the array: 32 bytes without a gap."""

from __future__ import annotations

import numpy as np

ITEM = np.dtype(
    [
        ("last_access", np.float64),  # seconds of the clock when it was last recalled
        ("happened", np.float64),  # seconds of the clock when it last happened
        ("entity", np.uint32),  # key of whom it is about; 0 in a slot that is free
        ("stability", np.float32),  # seconds
        ("salience", np.float32),  # 0 to 1
        ("recall_count", np.uint16),  # the first impression and all recalls
        ("type", np.uint8),
        ("flags", np.uint8),
    ]
)
MOST_RECALLS = 2**16 - 1
"""At which counting stops."""

# What is true of a memory, in its flags. Plain numbers: an enumeration costs several times as much in arrays.
PERMANENT = 1
"""Never fades, never makes way."""
CONDENSED = 2
"""Has become long-term knowledge, and hasn't happened again since."""
