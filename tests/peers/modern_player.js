// One player of modern.js: what a vanilla server sends it and hears from it.
const { Vec3 } = require('vec3')
const { GAME_MODES, respawnPacket, worldState } = require('./dimensions')

const CHUNKS_IN_BATCH = 16
const UNITS = 4096 // of a block, that moves are counted in
const FARTHEST = 32767
const FACES = [[0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]]
const FIRST_SLOT = 36 // of the hotbar
const WAITING_FOR_CHUNKS = 'level_chunks_load_start' // from 1.20.3
const STILL = { x: 0, y: 0, z: 0 }
const NO_DELTA = { dx: 0, dy: 0, dz: 0 }

const angle = (degrees) => Math.floor(((degrees % 360) + 360) % 360 * 256 / 360) << 24 >> 24
const units = (position) => position.scaled(UNITS).rounded()

class Player {
  constructor (server, client, id) {
    this.server = server
    this.registry = server.registry
    this.client = client
    this.name = client.username
    this.uuid = client.uuid
    this.id = id
    this.gameMode = 1
    this.health = 20
    this.heldSlot = 0
    this.inventory = {}
    this.view = server.viewDistance
    this.batches = { sent: 0, acknowledged: 0 }
    this.lastTeleport = 0
    this.confirmed = true
    const handlers = {
      teleport_confirm: ({ teleportId }) => { this.confirmed = teleportId === this.lastTeleport },
      position: (packet) => this.moved(packet, this),
      look: (packet) => this.moved(this.position, packet),
      position_look: (packet) => this.moved(packet, packet),
      held_item_slot: ({ slotId }) => { this.heldSlot = slotId },
      set_creative_slot: (packet) => this.took(packet),
      block_dig: (packet) => this.dug(packet),
      block_place: (packet) => this.placed(packet),
      chat_message: ({ message }) => this.server.said(this, message),
      chat_command: ({ command }) => this.server.commanded(this, command),
      client_command: ({ actionId }) => { if (actionId === 'perform_respawn') this.respawn() },
      chunk_batch_received: () => this.nextBatch()
    }
    for (const [packet, handle] of Object.entries(handlers)) {
      client.on(packet, (data, meta) => { if (meta.state === 'play' && this.playing) handle(data) })
    }
  }

  write (name, packet = {}) {
    this.client.write(name, packet)
  }

  has (packet) {
    return `packet_${packet}` in this.registry.protocol.play.toClient.types
  }

  // --- coming and going

  /** All that somebody hears who begins to play, here for the first time or back from the configuration state. */
  join (world) {
    this.place(world)
    const { dimensionCodec, ...login } = this.registry.loginPacket
    this.write('login', {
      ...login,
      entityId: this.id,
      worldNames: this.server.worlds.map(({ name }) => name),
      maxPlayers: 20,
      viewDistance: this.view,
      gameMode: this.gameMode,
      worldState: worldState(this.registry, world.name, this.gameMode),
      enforcesSecureChat: false
    })
    this.write('difficulty', { difficulty: 'easy', difficultyLocked: false })
    this.write('abilities', { flags: 0x0d, flyingSpeed: 0.05, walkingSpeed: 0.1 })
    this.write('held_item_slot', { slot: this.heldSlot })
    this.write('entity_status', { entityId: this.id, entityStatus: 24 })
    this.write('system_chat', { content: this.server.component(`${this.name} joined`), isActionBar: false })
    this.playing = true
    this.server.list(this)
    this.enter()
    this.writeHealth()
  }

  /** Be nowhere: on the way to another server, or to the configuration state. */
  leave () {
    this.playing = false
    this.unwatch()
  }

  place (world, position = world.spawn) {
    this.world = world
    this.position = position.clone()
    this.known = units(this.position)
    this.yaw = this.pitch = 0
    this.loaded = new Set()
    this.queue = []
    this.waiting = false
    this.watchers = new Set()
  }

  /** What follows a "login" or "respawn" packet. */
  enter () {
    const location = { x: 0, y: this.world.spawn.y, z: 0 }
    this.write('spawn_position', {
      location,
      angle: 0,
      globalPos: { dimensionName: this.world.name, location },
      yaw: 0,
      pitch: 0
    })
    this.writePosition()
    this.write('update_time', { age: [0, 100], time: [0, 6000], tickDayTime: true, clockUpdates: [] })
    this.writeGameState(WAITING_FOR_CHUNKS, 0)
    this.centreChunks()
    this.server.meet(this)
  }

  respawn () {
    if (this.health > 0) return
    this.health = 20
    this.goTo(this.server.worlds[0])
  }

  goTo (world) {
    this.unwatch()
    this.place(world)
    this.write('respawn', respawnPacket(this.registry, world.name, this.gameMode))
    this.enter()
    this.writeHealth()
  }

  teleport (position) {
    this.position = position
    this.writePosition()
    this.centreChunks()
    this.server.meet(this)
    this.tellMove(true)
  }

  die () {
    this.health = 0
    this.writeHealth()
    this.write('death_combat_event', { playerId: this.id, message: this.server.component(`${this.name} died`) })
    for (const watcher of this.watchers) watcher.write('entity_status', { entityId: this.id, entityStatus: 3 })
  }

  writeHealth () {
    this.write('update_health', { health: this.health, food: 20, foodSaturation: 5 })
  }

  writePosition () {
    const { x, y, z } = this.position
    const flags = this.registry.supportFeature('spawnRespawnWorldDataField') ? {} : 0 // names of bits from 1.20.5
    this.confirmed = false
    this.write('position', { teleportId: ++this.lastTeleport, x, y, z, ...NO_DELTA, yaw: this.yaw, pitch: this.pitch, flags })
  }

  setGameMode (mode) {
    this.gameMode = mode
    this.writeGameState('change_game_mode', mode)
    for (const player of this.server.playing()) {
      player.write('player_info', { action: { update_game_mode: true }, data: [{ uuid: this.uuid, gamemode: mode }] })
    }
  }

  writeGameState (reason, gameMode) {
    const [, { mappings }] = this.registry.protocol.play.toClient.types.packet_game_state_change[1][0].type
    if (Object.values(mappings).includes(reason)) this.write('game_state_change', { reason, gameMode })
  }

  // --- chunks: in batches, the next one when the client has acknowledged the last

  centreChunks () {
    const [cx, cz] = [this.position.x, this.position.z].map((at) => Math.floor(at / 16))
    this.centre = `${cx},${cz}`
    this.write('update_view_position', { chunkX: cx, chunkZ: cz })
    const wanted = new Set()
    for (let x = cx - this.view; x <= cx + this.view; x++) {
      for (let z = cz - this.view; z <= cz + this.view; z++) wanted.add(`${x},${z}`)
    }
    for (const key of this.loaded) {
      if (wanted.has(key)) continue
      const [chunkX, chunkZ] = key.split(',').map(Number)
      this.write('unload_chunk', { chunkX, chunkZ })
      this.loaded.delete(key)
    }
    const distance = (key) => Math.max(...key.split(',').map((at, axis) => Math.abs(at - [cx, cz][axis])))
    this.queue = [...wanted].filter((key) => !this.loaded.has(key)).sort((a, b) => distance(a) - distance(b))
    if (!this.waiting) this.sendBatch()
  }

  sendBatch () {
    const batch = this.queue.splice(0, CHUNKS_IN_BATCH)
    if (batch.length === 0) return
    this.write('chunk_batch_start')
    for (const key of batch) {
      this.write('map_chunk', this.world.chunkPacket(...key.split(',').map(Number)))
      this.loaded.add(key)
    }
    this.write('chunk_batch_finished', { batchSize: batch.length })
    this.batches.sent += 1
    this.waiting = true
  }

  nextBatch () {
    this.batches.acknowledged += 1
    this.waiting = false
    this.sendBatch()
  }

  // --- others see it

  /** Vanilla servers send an entity's first packets as one bundle. */
  spawnFor (watcher) {
    this.watchers.add(watcher)
    const { x, y, z } = this.known.scaled(1 / UNITS)
    watcher.write('bundle_delimiter')
    watcher.write('spawn_entity', {
      entityId: this.id,
      objectUUID: this.uuid,
      type: this.registry.entitiesByName.player.id,
      x,
      y,
      z,
      velocity: STILL,
      pitch: angle(this.pitch),
      yaw: angle(this.yaw),
      headPitch: angle(this.yaw),
      objectData: 0
    })
    watcher.write('entity_metadata', { entityId: this.id, metadata: [{ key: 0, type: 'byte', value: 0 }] })
    watcher.write('bundle_delimiter')
    watcher.write('entity_head_rotation', { entityId: this.id, headYaw: angle(this.yaw) })
  }

  vanishFor (watcher) {
    if (this.watchers.delete(watcher)) watcher.write('entity_destroy', { entityIds: [this.id] })
  }

  /** Neither see nor be seen any more. Who goes elsewhere forgets by itself. */
  unwatch () {
    for (const watcher of this.watchers) this.vanishFor(watcher)
    for (const other of this.server.players.values()) other.watchers?.delete(this)
  }

  moved ({ x, y, z }, { yaw, pitch }) {
    if (!this.confirmed) return // it doesn't know yet where it was put
    const turned = this.yaw !== yaw || this.pitch !== pitch
    const before = this.position
    Object.assign(this, { position: new Vec3(x, y, z), yaw, pitch })
    if (!before.equals(this.position)) this.tellMove()
    if (turned) this.tellLook()
    if (`${Math.floor(x / 16)},${Math.floor(z / 16)}` !== this.centre) this.centreChunks()
    this.server.meet(this)
  }

  tellMove (far = false) {
    const now = units(this.position)
    const delta = now.minus(this.known)
    this.known = now
    const tooFar = far || [delta.x, delta.y, delta.z].some((along) => Math.abs(along) > FARTHEST)
    const { id: entityId, yaw, pitch } = this
    for (const watcher of this.watchers) {
      if (!tooFar) {
        watcher.write('rel_entity_move', { entityId, dX: delta.x, dY: delta.y, dZ: delta.z, onGround: true })
      } else {
        const { x, y, z } = now.scaled(1 / UNITS)
        if (this.has('sync_entity_position')) {
          watcher.write('sync_entity_position', { entityId, x, y, z, ...NO_DELTA, yaw, pitch, onGround: true })
        } else {
          watcher.write('entity_teleport', { entityId, x, y, z, yaw: angle(yaw), pitch: angle(pitch), onGround: true })
        }
      }
    }
  }

  tellLook () {
    const [yaw, pitch] = [angle(this.yaw), angle(this.pitch)]
    for (const watcher of this.watchers) {
      watcher.write('entity_look', { entityId: this.id, yaw, pitch, onGround: true })
      watcher.write('entity_head_rotation', { entityId: this.id, headYaw: yaw })
    }
  }

  listEntry () {
    return {
      uuid: this.uuid,
      player: { name: this.name, properties: [] },
      gamemode: this.gameMode,
      listed: 1,
      latency: 0
    }
  }

  // --- items and blocks

  took ({ slot, item }) {
    this.inventory[slot] = item.itemId
    // to 1.20.4 the server repeats it
    if (!this.registry.supportFeature('noAckOnCreateSetSlotPacket')) this.write('set_slot', { windowId: 0, stateId: 0, slot, item })
  }

  dug ({ location, status, sequence }) {
    if (status === 0 && GAME_MODES[this.gameMode] === 'creative') this.server.setBlock(this.world, location, 0)
    this.write('acknowledge_player_digging', { sequenceId: sequence })
  }

  placed ({ location, direction, sequence }) {
    const item = this.registry.items[this.inventory[FIRST_SLOT + this.heldSlot]]
    const block = item && this.registry.blocksByName[item.name]
    if (block) {
      const place = new Vec3(location.x, location.y, location.z).plus(new Vec3(...FACES[direction]))
      this.server.setBlock(this.world, place, block.defaultState)
    }
    this.write('acknowledge_player_digging', { sequenceId: sequence })
  }
}

module.exports = { Player }
