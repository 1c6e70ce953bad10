"""One companion's feelings in plain Python, straight from the published numbers: the oracle of the fast ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from tuning import tuning

Pools = dict[str, float]
NEVER = None


def unit(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def sane(value: float, most: float) -> float:
    return min(max(value, 0.0), most) if math.isfinite(value) else 0.0


def inverse(trait: float) -> float:
    return min(max(2 - trait, 0.45), 1.55)


def R(x: float, a: float, b: float) -> float:
    return a + (b - a) * x**2 * (3 - 2 * x)


@dataclass
class ScalarEmotion:
    """``wait``: ticks from an update that is overdue, as the first one is, to the next."""

    personality: str
    wait: int
    pools: dict[str, Pools] = field(default_factory=dict)
    current: str = "composed"
    last_change: int = 0
    last_update: int | None = None
    idle: int = 0
    situation: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        data = tuning()
        self.moods = {mood["key"]: mood for mood in data["moods"]}
        profile = next(t for t in data["temperaments"] if t["key"] == self.personality)
        self.traits: dict[str, float] = profile["traits"]
        self.response = {key: profile["response_scale"].get(key, 1.0) for key in self.moods}
        self.recovery = {key: profile["recovery_scale"].get(key, 1.0) for key in self.moods}
        self.clear()
        self.pools["composed"]["context"] = 9.0

    def clear(self) -> None:
        self.pools = {key: {"impulse": 0.0, "memory": 0.0, "context": 0.0} for key in self.moods}
        self.current, self.last_change, self.last_update, self.idle = "composed", 0, NEVER, 0
        self.soon = False
        self.restart()

    def restart(self) -> None:
        self.next_update = self.next_resolve = -math.inf

    # --- events

    def push(self, mood: str, intensity: float, retention: float) -> None:
        amount = sane(intensity, 100) * self.traits["reactivity"] * self.response[mood]
        retention = sane(retention, 1)
        pools = self.pools[mood]
        pools["memory"] = min(100, pools["memory"] + amount * retention)
        pools["impulse"] = min(100, pools["impulse"] + amount * (1 - retention))

    def drain(self, mood: str, amount: float) -> None:
        amount = sane(amount, 100)
        for pool in ("impulse", "context", "memory"):
            taken = min(amount, self.pools[mood][pool])
            self.pools[mood][pool] -= taken
            amount -= taken

    def stimulate(self, mood: str, intensity: float, retention: float) -> None:
        self.push(mood, intensity, retention)
        self.soon = True

    def soothe(self, mood: str, amount: float) -> None:
        self.drain(mood, amount)
        self.soon = True

    def _react(self, *events: str, **names: float) -> None:
        known = {**self.traits, **names, "inverse": inverse, "R": R, "max": max}
        for row in tuning()["reactions"]:
            if row["event"] in events:
                self.push(row["mood"], eval(row["intensity_expr"], known), eval(row["retention_expr"], known))
        for row in tuning()["soothing"]:
            if row["event"] in events:
                self.drain(row["mood"], eval(row["amount"], known))
        self.soon = True

    def damage(
        self, amount: float, health: float, max_health: float, attacker: str, has_target: bool
    ) -> None:
        if amount <= 0 or health <= 0:
            return
        events = ["friendly_damage"] if attacker == "friend" else ["other_damage"]
        if attacker == "other":
            events.append("other_damage_living_attacker")
        if has_target:
            events.append("damage_with_target")
        ratio = health / max(1, max_health)
        if ratio < 0.45:
            events.append("low_health")
        self._react(*events, s=unit(amount / max(1, max_health)), d=unit((0.45 - ratio) / 0.45))

    def consume(self) -> None:
        self._react("consume")

    def gift(self, favor: int) -> None:
        kind = "gift_negative" if favor < 0 else "gift_zero" if favor == 0 else "gift_positive"
        self._react(kind, m=unit(abs(favor) / 30))

    def attack(self) -> None:
        self._react("attack")

    # --- time

    def total(self, mood: str) -> float:
        return min(100, sum(self.pools[mood].values()))

    def tick(self, now: int) -> tuple[str, str] | None:
        self.overdue = self.next_update <= now - 20
        if self.next_update <= now or (self.last_update is not None and self.last_update > now):
            self.update(now)
        if self.soon or self.next_resolve <= now or self.next_resolve > now + 20:
            return self.resolve(now)
        return None

    def update(self, now: int) -> None:
        backwards = self.last_update is None or self.last_update > now
        seconds = 0.0 if self.last_update is None or backwards else min((now - self.last_update) / 20, 604800)
        self.last_update = now
        self.next_update = now + (self.wait if self.overdue else 20)
        for key, mood in self.moods.items():
            speed = 100 * self.recovery[key] * (self.traits["resilience"] if mood["resilience"] else 1)
            for pool in ("impulse", "memory"):
                left = self.pools[key][pool] - seconds * (speed / mood[f"{pool}_lifetime_s"])
                self.pools[key][pool] = left if left >= 0.01 else 0.0
        self.perceive()
        for key, target in self.targets().items():
            mood, context = self.moods[key], self.pools[key]["context"]
            span = min(seconds, 2)
            if target > context:
                context = min(target, context + span * mood["context_rise"])
            else:
                context = max(target, context - span * mood["context_fall"])
            self.pools[key]["context"] = context

    def perceive(self) -> None:
        s = self.situation
        keeps = ("asleep", "working", "fighting", "talking", "using_item", "navigating")
        moving = s.get("speed_squared", 0.0) >= 0.0025
        self.idle = 0 if moving or any(s.get(name) for name in keeps) else self.idle + 1

    def targets(self) -> Pools:
        s, t = self.situation, self.traits
        health = s.get("health_ratio", 1.0)
        result = dict.fromkeys(self.moods, 0.0)

        def aim(mood: str, target: float) -> None:
            result[mood] = max(result[mood], target)

        aim("composed", 22.0 if s.get("asleep") else 9.0)
        if s.get("working"):
            aim("focused", 34.0 * t["energy"])
        if s.get("fighting"):
            aim("focused", 16.0 * t["courage"])
            aim("excited", 23.0 * t["energy"] * t["courage"])
        if not s.get("asleep") and health < 0.5:
            danger = min(1, (0.5 - health) / 0.5)
            aim("exhausted", 38.0 * danger)
            if s.get("fighting"):
                aim("uneasy", 25.0 * danger * inverse(t["courage"]))
        if self.idle > 25:
            aim("bored", 30.0 * unit((self.idle - 25) / 100) * t["energy"])
        return {key: min(max(target * self.response[key], 0), 100) for key, target in result.items()}

    def resolve(self, now: int) -> tuple[str, str] | None:
        self.soon = False
        self.next_resolve = now + (self.wait if self.overdue else 20)
        best = "composed"
        for key, mood in self.moods.items():
            if self.total(key) >= mood["threshold"] and self.total(key) > self.total(best):
                best = key
        before = self.current
        if best == before or not (
            self.total(best) - self.total(before) >= 3.5
            or self.total(before) < self.moods[before]["threshold"]
            or now - self.last_change >= 60
        ):
            return None
        self.current, self.last_change = best, now
        return before, best

    def secondary(self) -> str | None:
        best: str | None = None
        for key, mood in self.moods.items():
            if key in ("composed", self.current) or self.total(key) < mood["threshold"]:
                continue
            if best is None or self.total(key) > self.total(best):
                best = key
        return best
