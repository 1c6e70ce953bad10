"""Protocol numbers of the releases at which something on the wire changed, and values that depend on them."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")

FIRST = 0
V1_8 = 47
V1_9 = 107
V1_10 = 210
V1_12 = 335
V1_13 = 393
V1_14 = 477
V1_15 = 573
V1_16 = 735
V1_16_2 = 751
V1_16_4 = 754
V1_17 = 755
V1_17_1 = 756
V1_18 = 757
V1_18_2 = 758
V1_19 = 759
V1_19_1 = 760
V1_19_3 = 761
V1_19_4 = 762
V1_20 = 763
V1_20_2 = 764
V1_20_3 = 765
V1_20_5 = 766
V1_21 = 767
V1_21_2 = 768
V1_21_4 = 769
V1_21_5 = 770
V1_21_6 = 771
V1_21_7 = 772
V1_21_9 = 773
V1_21_11 = 774
V26_1 = 775


class Since(Generic[T]):
    """A value that changed: ``Since((FIRST, a), (V1_17, b))`` is a before 1.17 and b from then on."""

    __slots__ = ("_entries",)

    def __init__(self, *entries: tuple[int, T]) -> None:
        if not entries or list(entries) != sorted(entries, key=lambda entry: entry[0]):
            raise ValueError("entries must be given oldest first")
        self._entries = entries

    def at(self, protocol: int) -> T:
        """The newest entry that isn't newer than ``protocol``. Raises LookupError before the first."""
        for since, value in reversed(self._entries):
            if since <= protocol:
                return value
        raise LookupError(
            f"nothing is known for protocol {protocol}, the first entry is {self._entries[0][0]}"
        )
