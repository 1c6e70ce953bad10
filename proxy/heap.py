"""What the garbage collector of a running proxy needn't look at."""

from __future__ import annotations

import gc


def settle_heap() -> None:
    """Leave all that is there now out of later collections. To be called once, when a proxy has started.

    A full collection looks at every object that it tracks. Modules, tables and companions are some hundred thousand
    that hardly ever become garbage, and looking at them takes 50 ms: a whole tick, now and then, for nothing.
    Whatever comes later (clients, chunks, routes) is collected as ever. It isn't for processes in which one proxy
    follows another, such as tests: what the first leaves behind would stay.
    """
    gc.collect()
    gc.freeze()
