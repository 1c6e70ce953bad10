"""The releases that node-minecraft-protocol plays here: one for each layout of login, configuration and play."""

LAYOUTS = {
    "1.8.8": 47,
    "1.12.2": 340,
    "1.16.5": 754,
    "1.18.2": 758,
    "1.19.2": 760,
    "1.19.4": 762,
    "1.20.2": 764,
    "1.20.4": 765,
    "1.20.6": 766,
    "1.21.4": 769,
    "1.21.8": 772,
    "26.1": 775,
}

CONFIGURED = ["1.20.2", "1.20.4", "1.20.6", "1.21.4", "1.21.8", "26.1"]
"""Those with a configuration state."""

WITH_COOKIES = ["1.20.6", "1.21.4", "1.21.8", "26.1"]
"""Those with cookies, known packs and transfers."""
