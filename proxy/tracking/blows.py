"""Who strikes whom, and who dies.

From 1.19.4 on the server says whose blow it was. Before, it says no more than that somebody is hurt: then it is a blow
if a player of this proxy has just struck that very entity, or somebody near it swings an arm at it.
"""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from npc.company import BEINGS, being_of_entity, being_of_player, is_bodily, is_hidden
from npc.gaze import direction, wrap_degrees
from npc.happenings import Being, Deed, Happening
from proxy import messages as m
from proxy.tracking.handlers import Handlers
from proxy.tracking.recent import Recent
from world.entity import Entity

if TYPE_CHECKING:
    from proxy.tracking.tracker import WorldTracker

HURT, DIED = 2, 3
"""Statuses of living entities. What thorns, fire, water, bushes and frost do to them has others, and is no blow."""
AT_ONCE = 2
"""Ticks between an arm's swing and what it does, or the other way round: from 1.9 on players strike first."""
REACH = 5.0
"""Blocks from who strikes to whom they strike: a hand's reach, with room for lag."""
FACING = 60.0
"""Degrees to either side within which who strikes looks at whom they strike."""
GRUDGE = 100
"""Ticks after which who struck somebody isn't to blame for their death any more; vanilla's figure."""
DAMAGE_TYPES = "minecraft:damage_type"
RETORTS = frozenset({"minecraft:thorns"})
"""Damage types that somebody brings about without striking."""


class Blows:
    """What one client has seen of late, by entity id."""

    def __init__(self) -> None:
        self.swings: Recent[bool] = Recent(AT_ONCE)
        """Whose arm swung."""
        self.hurt: Recent[bool] = Recent(AT_ONCE)
        """Who was hurt, nobody knows by whom."""
        self.strikers: Recent[Being] = Recent(GRUDGE)
        """Who was struck, and by whom."""
        self.deaths: Recent[bool] = Recent(GRUDGE)


def damaged(tracker: WorldTracker, message: m.EntityDamaged) -> None:
    """Somebody is hurt, and the server says whose doing it is (1.19.4+)."""
    if message.cause_id is None:
        return
    victim = _watched(tracker, message.entity_id)
    if victim is None:
        return
    kinds = tracker.view.registries.get(DAMAGE_TYPES, ())
    if 0 <= message.kind < len(kinds) and kinds[message.kind] in RETORTS:
        return
    striker = tracker.view.entities.get(message.cause_id)
    if striker is not None and (doer := _doer(tracker, striker)) is not None:
        _blow(tracker, victim, doer)


def status(tracker: WorldTracker, message: m.EntityStatus) -> None:
    if message.status == DIED:
        reaction = _death
    elif message.status == HURT and not tracker.family.tells_strikers:
        reaction = _hurt
    else:
        return
    victim = _watched(tracker, message.entity_id)
    if victim is not None:
        reaction(tracker, victim)


def _hurt(tracker: WorldTracker, victim: Entity) -> None:
    view, now = tracker.view, tracker.doers.now
    if view.world is None:
        return
    doer = tracker.doers.of_blow(view.world.key.name, victim.entity_id)
    if doer is None:
        strikers = [
            entity
            for entity_id in tracker.blows.swings.at(now)
            if (entity := view.entities.get(entity_id)) is not None and _is_aimed(entity, victim)
        ]
        nearest = min(strikers, key=lambda striker: dist(striker.position, victim.position), default=None)
        doer = None if nearest is None else _doer(tracker, nearest)
    if doer is None:
        tracker.blows.hurt.note(victim.entity_id, True, now)
    else:
        _blow(tracker, victim, doer)


def animation(tracker: WorldTracker, message: m.EntityAnimation) -> None:
    """Somebody may strike with the arm they swing, or just have struck."""
    if message.animation not in m.SWINGS or tracker.family.tells_strikers:
        return
    striker = _watched(tracker, message.entity_id)
    if striker is None or tracker.doers.is_own(striker.uuid):
        return
    now, hurt = tracker.doers.now, tracker.blows.hurt
    tracker.blows.swings.note(message.entity_id, True, now)
    for entity_id in hurt.at(now):
        victim = tracker.view.entities.get(entity_id)
        if victim is not None and _is_aimed(striker, victim):
            if (doer := _doer(tracker, striker)) is not None:
                hurt.forget(entity_id)
                _blow(tracker, victim, doer)
            return


def struck(tracker: WorldTracker, message: m.InteractEntity) -> None:
    """The player strikes something that the server has."""
    view, target = tracker.view, _watched(tracker, message.entity_id)
    if message.action != "attack" or target is None or view.world is None or view.own_entity is None:
        return
    doer = _doer(tracker, view.own_entity)
    if doer is not None:
        tracker.doers.struck(view.world.key.name, doer, message.entity_id)


def own_health(tracker: WorldTracker, message: m.HealthUpdate) -> None:
    """To be told before the player's health is another one."""
    view = tracker.view
    if message.health > 0.0 or not is_bodily(view):
        return
    own = _watched(tracker, view.player.entity_id)
    if own is not None:
        _death(tracker, own)


def shows_health(tracker: WorldTracker, entity: Entity) -> None:
    """Metadata of somebody else have changed. Who lives shows its health, and to 1.13 players die without a status."""
    kind, health = entity.metadata[tracker.family.health_index]
    if kind == "float" and health <= 0.0 and (victim := _watched(tracker, entity.entity_id)) is not None:
        _death(tracker, victim)


# --- what comes of it


def _blow(tracker: WorldTracker, victim: Entity, doer: Being) -> None:
    being = _being(tracker, victim)
    if being is None or being.uuid == doer.uuid:
        return
    tracker.blows.strikers.note(victim.entity_id, doer, tracker.doers.now)
    tracker.events.happened(tracker.view, Happening(Deed.BLOW, being.shape.feet, doer, being))


def _death(tracker: WorldTracker, victim: Entity) -> None:
    """Nobody dies twice within :data:`GRUDGE` ticks: a status and an empty bar of health are one death."""
    being, blows, now = _being(tracker, victim), tracker.blows, tracker.doers.now
    if being is None or blows.deaths.get(victim.entity_id, now) is not None:
        return
    blows.deaths.note(victim.entity_id, True, now)
    doer = blows.strikers.get(victim.entity_id, now)
    tracker.events.happened(tracker.view, Happening(Deed.DEATH, being.shape.feet, doer, being))


def _watched(tracker: WorldTracker, entity_id: int) -> Entity | None:
    """A living entity that the client has where somebody may notice what happens to it."""
    entity = tracker.view.entities.get(entity_id)
    if entity is None or entity.kind not in BEINGS:
        return None
    return entity if tracker.events.is_watched(tracker.view, entity.x, entity.z) else None


def _being(tracker: WorldTracker, entity: Entity) -> Being | None:
    view = tracker.view
    return being_of_player(view) if entity is view.own_entity else being_of_entity(entity, view)


def _doer(tracker: WorldTracker, striker: Entity) -> Being | None:
    """Who strikes, if they can be seen doing it."""
    return None if is_hidden(striker, tracker.view) else _being(tracker, striker)


def _is_aimed(striker: Entity, victim: Entity) -> bool:
    """Whether somebody else is so near and looks so that an arm's swing may have hurt the victim."""
    if striker is victim:
        return False
    dx, dy, dz = victim.x - striker.x, victim.y - striker.y, victim.z - striker.z
    if dx * dx + dy * dy + dz * dz > REACH * REACH:
        return False
    return abs(wrap_degrees(direction(dx, dz) - striker.head_yaw)) <= FACING


CLIENTBOUND: Handlers = {
    m.EntityDamaged: damaged,
    m.EntityStatus: status,
    m.EntityAnimation: animation,
    m.HealthUpdate: own_health,
}
SERVERBOUND: Handlers = {m.InteractEntity: struck}
