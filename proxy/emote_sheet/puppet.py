"""A client's companion: what packets tell of it, moved from tick to tick as vanilla's client moves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from npc.gaze import wrap_degrees
from proxy import messages as m
from proxy.emote_sheet.mannequin import Stance
from proxy.versions.sight import ParticlesSeen, Sight, SoundHeard, TagChanged
from world.entity import Entity

SWING_TICKS = 6
TURN_TICKS = 3
"""In which a body comes to the yaw and the pitch that it was told."""
FOLLOWS = 0.3
"""Share of the way that the body goes in a tick towards where it is turned to."""
RIDERS_FREEDOM = 85.0
"""Degrees that a rider's head turns away from what it rides before the body comes along."""
LEAVE_BED = 2
SWING_MAIN, SWING_OFF = 0, 3
HANDS = {"main_hand": 0, "off_hand": 1}


@dataclass(slots=True)
class Turning:
    """An angle in degrees on its way to where it was told to be."""

    angle: float = 0.0
    target: float = 0.0
    ticks: int = 0

    def go(self, target: float, ticks: int) -> None:
        self.target, self.ticks = target, ticks

    def tick(self) -> None:
        if self.ticks > 0:
            self.angle += wrap_degrees(self.target - self.angle) / self.ticks
            self.ticks -= 1


@dataclass(slots=True)
class Puppet:
    """The only player in view, and what it rides. :meth:`send_to_client` takes packets, :meth:`tick` lets time pass."""

    sight: Sight
    client_congested: bool = False
    packets: int = 0
    """How many it got."""
    particles: list[ParticlesSeen] = field(default_factory=list)
    """Of the present tick."""
    sounds: list[str] = field(default_factory=list)
    """Of the present tick."""
    _entities: dict[int, Entity] = field(default_factory=dict)
    _player: int | None = None
    _vehicle: int | None = None
    _yaw: Turning = field(default_factory=Turning)
    _pitch: Turning = field(default_factory=Turning)
    _head: Turning = field(default_factory=Turning)
    _body: float = 0.0
    _metadata: dict[int, tuple[str, Any]] = field(default_factory=dict)
    _held: list[str | None] = field(default_factory=lambda: [None, None])
    _in_bed: bool = False
    _swinging: int | None = None
    _swing_time: int = 0
    _tags: dict[str, str] = field(default_factory=dict)

    # --- the link

    def send_to_client(self, *packets: bytes) -> None:
        for packet in packets:
            self.packets += 1
            message = self.sight.read(packet)
            if message is not None:
                self._take(message)

    def _take(self, message: m.Message) -> None:
        match message:
            case m.SpawnEntity():
                self._spawn(message)
            case m.DestroyEntities(entity_ids=gone):
                for entity_id in gone:
                    self._entities.pop(entity_id, None)
                    if entity_id == self._vehicle:
                        self._vehicle = None
                    if entity_id == self._player:
                        self._player = self._vehicle = None
            case m.EntityMove(entity_id=entity_id):
                entity = self._entities[entity_id]
                entity.move_by(message.dx, message.dy, message.dz, rounded=True)
                self._turn(entity, message.yaw, message.pitch)
            case m.EntityTeleport(entity_id=entity_id):
                entity = self._entities[entity_id]
                entity.x, entity.y, entity.z = message.x, message.y, message.z
                self._turn(entity, message.yaw, message.pitch)
            case m.EntityHeadLook(entity_id=entity_id, head_yaw=yaw) if entity_id == self._player:
                self._head.go(yaw, self.sight.head_steps)
            case m.EntityMetadata(entity_id=entity_id, values=values) if entity_id == self._player:
                self._metadata |= values
            case m.EntityEquipment(entity_id=entity_id, items=items) if entity_id == self._player:
                for slot, stack in items:
                    if slot in HANDS:
                        self._held[HANDS[slot]] = None if stack is None else stack.name
            case m.EntityAnimation(entity_id=entity_id, animation=animation) if entity_id == self._player:
                self._animate(animation)
            case m.SetPassengers(vehicle_id=vehicle, passengers=passengers):
                if self._player in passengers:
                    self._vehicle = vehicle
                elif self._vehicle == vehicle:
                    self._vehicle = None
            case m.RideEntity(entity_id=entity_id, vehicle_id=ridden) if entity_id == self._player:
                self._vehicle = ridden
            case m.UseBed(entity_id=entity_id) if entity_id == self._player:
                self._in_bed = True
            case TagChanged(team=team, suffix=suffix):
                self._tags[team] = suffix
            case ParticlesSeen():
                self.particles.append(message)
            case SoundHeard(sound=sound):
                self.sounds.append(sound)

    def _spawn(self, message: m.SpawnEntity) -> None:
        place, look = (message.x, message.y, message.z), (message.yaw, message.pitch, message.head_yaw)
        self._entities[message.entity_id] = Entity(
            message.entity_id, message.uuid, message.kind, *place, *look
        )
        if message.kind == "player":
            self._player = message.entity_id
            self._yaw, self._pitch = Turning(message.yaw), Turning(message.pitch)
            self._head, self._body = Turning(message.head_yaw), message.yaw
            self._metadata = dict(message.metadata or {})

    def _turn(self, entity: Entity, yaw: float | None, pitch: float | None) -> None:
        if yaw is None or pitch is None:
            return
        entity.yaw, entity.pitch = yaw, pitch
        if entity.entity_id == self._player:
            self._yaw.go(yaw, TURN_TICKS)
            self._pitch.go(pitch, TURN_TICKS)

    def _animate(self, animation: int) -> None:
        if animation == LEAVE_BED:
            self._in_bed = False
        elif animation in (SWING_MAIN, SWING_OFF) and (
            # A body has one swing: another begins it anew once it is half done, with the arm that it is of.
            self._swinging is None or self._swing_time >= SWING_TICKS // 2 or self._swing_time < 0
        ):
            self._swing_time = -1
            self._swinging = 0 if animation == SWING_MAIN else 1

    # --- time

    def tick(self) -> None:
        """A client's tick, after the packets that came before it."""
        for turning in (self._yaw, self._pitch, self._head):
            turning.tick()
        if self._swinging is not None:
            self._swing_time += 1
            if self._swing_time >= SWING_TICKS:
                self._swinging, self._swing_time = None, 0
        self._turn_body()

    def _turn_body(self) -> None:
        """A body that doesn't walk stays as it stands, unless it swings an arm or is turned too far away from."""
        if self._swinging is not None and self._swing_time > 0:
            self._body += wrap_degrees(self._yaw.angle - self._body) * FOLLOWS
        away = wrap_degrees(self._yaw.angle - self._body)
        freedom = self.sight.body_freedom
        if abs(away) > freedom:
            self._body += away - (freedom if away > 0 else -freedom)

    def forget_moment(self) -> None:
        """The present tick is over."""
        self.particles.clear()
        self.sounds.clear()

    # --- what is to be seen

    @property
    def symbol(self) -> str:
        """What stands behind its name."""
        return next((suffix for suffix in self._tags.values() if suffix), "")

    @property
    def is_there(self) -> bool:
        return self._player is not None

    @property
    def height(self) -> float:
        """Of its feet, in blocks; 0 while it isn't there."""
        vehicle = self._entities.get(self._vehicle) if self._vehicle is not None else None
        if vehicle is not None:
            return vehicle.y + self.sight.seated_height
        return self._entities[self._player].y if self._player is not None else 0.0

    @property
    def stance(self) -> Stance:
        """As it is to be seen now."""
        looks = self.sight.looks(self._metadata)
        posture, body = looks.posture, self._body
        vehicle = self._entities.get(self._vehicle) if self._vehicle is not None else None
        if self._in_bed:
            posture = "sleeping"
        elif vehicle is not None:
            posture = "sitting"
            away = wrap_degrees(self._head.angle - vehicle.yaw)
            body = self._head.angle - max(-RIDERS_FREEDOM, min(RIDERS_FREEDOM, away))
        share = self._swing_time / SWING_TICKS if self._swinging is not None else 0.0
        return Stance(
            body_yaw=body,
            head_yaw=self._head.angle,
            pitch=self._pitch.angle,
            pose=posture,
            swing=None if self._swinging is None or share <= 0 else (self._swinging, share),
            held=list(self._held),
            using=looks.using if looks.using is not None and self._held[looks.using] is not None else None,
        )
