// mineflayer behind the line protocol of lines.js: a process that plays any number of clients.
//
// {"do": "join", "bot": NAME, "host", "port", "version"} adds one; every other command names its bot. Positions are
// [x, y, z] in blocks, angles degrees as on the wire (yaw 0 is south, 90 west). Events carry "bot".
const net = require('net')
const mineflayer = require('mineflayer')
const { ping } = require('minecraft-protocol')
const nbt = require('prismarine-nbt')
const { Vec3 } = require('vec3')
const { worldIn } = require('./dimensions')
const { emit, serve } = require('./lines')
const { EntityWatch } = require('./entity_watch')
const { ActWatch } = require('./act_watch')

const bots = new Map()
const MOVES_KEPT = 4000
const CUSTOM_NAME = 2

const vector = ([x, y, z]) => new Vec3(x, y, z)
const degrees = (radians) => radians * 180 / Math.PI
const wireYaw = (yaw) => yaw === undefined ? null : ((180 - degrees(yaw)) % 360 + 360) % 360
/** Whether a player is in the list that the tab key shows; from 1.19.3 on entries can be kept out of it. */
const isShown = ({ listed }) => listed === undefined || Boolean(listed)
const wirePitch = (pitch) => -degrees(pitch)

/** The entities that a packet names; a delimiter of a bundle has no fields at all. */
const entitiesIn = ({ entityId, entityIds = [entityId] } = {}) => entityIds.filter((id) => id !== undefined)

/** Where the metadata of players says which skin layers are on. */
function skinLayers ({ registry }) {
  const keys = registry.entitiesByName.player?.metadataKeys
  if (keys) return keys.indexOf('player_mode_customisation')
  return { 1.8: 10, 1.12: 13, 1.16: 16 }[registry.version.majorVersion] ?? 17
}

function describe (entity, bot) {
  return {
    id: entity.id,
    uuid: entity.uuid ?? null,
    kind: entity.name,
    name: entity.username ?? null,
    position: entity.position.toArray(),
    yaw: wireYaw(entity.yaw),
    pitch: wirePitch(entity.pitch),
    head_yaw: wireYaw(entity.headYaw),
    skin_layers: entity.metadata?.[skinLayers(bot)] ?? null
  }
}

function join ({ bot: name, host = '127.0.0.1', port, version, viewDistance = 6, respawn = false, physics = true, answer }) {
  if (bots.has(name)) throw new Error(`${name} is already playing`)
  const bot = mineflayer.createBot({
    host,
    port,
    username: name,
    version,
    viewDistance,
    respawn,
    physicsEnabled: physics,
    auth: 'offline',
    hideErrors: true,
    checkTimeoutInterval: 60000,
    connect: () => {}
  })
  // mineflayer gets ready in a timer. A server that is there at once would be heard before, its login missed.
  bot.once('inject_allowed', () => bot._client.setSocket(net.connect(port, host)))
  const player = { bot, moves: [], seen: {}, order: null, watches: new Map() }
  bots.set(name, player)
  const tell = (event, fields) => emit(event, { bot: name, ...fields })

  bot.on('login', () => tell('login', { id: bot.entity.id }))
  bot.on('spawn', () => tell('spawn', { id: bot.entity.id, position: bot.entity.position.toArray() }))
  bot.on('death', () => tell('death'))
  bot.on('message', (message, position) => tell('chat', { text: message.toString(), position }))
  bot.on('entitySpawn', (entity) => { if (entity !== bot.entity) tell('entity_spawn', describe(entity, bot)) })
  bot.on('entityGone', (entity) => tell('entity_gone', { id: entity.id }))
  bot.on('entityHurt', (entity) => tell('entity_hurt', { id: entity.id }))
  bot._client.on('hurt_animation', ({ entityId }) => tell('entity_hurt', { id: entityId })) // mineflayer doesn't know it
  bot.on('entitySwingArm', (entity) => tell('entity_swing', { id: entity.id }))
  bot.on('playerJoined', (listed) => tell('listed', { name: listed.username, uuid: listed.uuid, shown: isShown(listed) }))
  bot.on('playerLeft', (listed) => tell('unlisted', { name: listed.username, uuid: listed.uuid }))
  bot.on('chunkColumnUnload', (corner) => tell('chunk_unload', { chunk: [corner.x >> 4, corner.z >> 4] }))
  // a component, which is NBT from 1.20.3
  bot.on('kicked', (reason, loggedIn) => tell('kicked', { reason: reason?.type ? nbt.simplify(reason) : reason, loggedIn }))
  bot.on('error', (error) => tell('error', { text: String(error.stack ?? error) }))
  bot.on('end', (reason) => {
    bots.delete(name)
    tell('end', { reason })
  })
  bot.on('move', () => {
    player.moves.push(bot.entity.position.toArray())
    if (player.moves.length > MOVES_KEPT) player.moves.shift()
  })
  bot._client.on('connect', () => tell('connected'))
  bot._client.on('state', (state) => tell('state', { state }))
  bot._client.on('packet', (data, meta) => {
    player.seen[meta.name] = (player.seen[meta.name] ?? 0) + 1
    player.order?.push({ packet: meta.name, entities: entitiesIn(data) })
  })
  bot._client.on('custom_payload', ({ channel, data }, { state }) => {
    if (!Buffer.isBuffer(data)) return // one of those that node-minecraft-protocol reads for mineflayer
    tell('payload', { state, channel, data: data.toString('hex') })
    if (channel === answer?.channel) sendPayload(bot, answer)
  })
  bot._client.on('respawn', (packet) => {
    // A vanilla client drops its entities here; mineflayer keeps them, and would hide one that never came back.
    for (const entity of Object.values(bot.entities)) {
      if (entity !== bot.entity) delete bot.entities[entity.id]
    }
    player.moves.length = 0
    tell('respawn', { world: worldIn(packet) })
  })
}

function sendPayload (bot, { channel, data }) {
  bot._client.write('custom_payload', { channel, data: Buffer.from(data, 'hex') })
}

function playing (request) {
  const player = bots.get(request.bot)
  if (!player) throw new Error(`${request.bot} is not playing`)
  return player
}

const botOf = (request) => playing(request).bot

function entityOf (request) {
  const entity = botOf(request).entities[request.entity]
  if (!entity) throw new Error(`${request.bot} has no entity ${request.entity}`)
  return entity
}

function blockOf (request) {
  const block = botOf(request).blockAt(vector(request.position))
  if (!block) throw new Error(`${request.bot} has no chunk at ${request.position}`)
  return block
}

/** Let ticks pass until `done` says so after one of them, however long they take: bot.waitForTicks gives up on a busy machine. */
function tickUntil (bot, done) {
  return new Promise((resolve, reject) => {
    const stop = (settle, value) => {
      bot.off('physicsTick', check)
      bot.off('end', ended)
      settle(value)
    }
    const ended = (reason) => stop(reject, new Error(`the connection ended on the way: ${reason}`))
    const check = () => { if (done()) stop(resolve) }
    bot.on('physicsTick', check)
    bot.once('end', ended)
  })
}

const ticks = (bot, count) => tickUntil(bot, () => --count <= 0)

/** Walk with the keys until `distance` blocks lie behind, then stand still. */
async function walk (request) {
  const bot = botOf(request)
  const start = bot.entity.position.clone()
  if (request.yaw !== undefined) await bot.look((180 - request.yaw) * Math.PI / 180, 0, true)
  bot.setControlState('forward', true)
  if (request.sprint) bot.setControlState('sprint', true)
  try {
    await tickUntil(bot, () => bot.entity.position.xzDistanceTo(start) >= request.distance)
  } finally {
    bot.clearControlStates()
  }
  return rest(bot)
}

/** Wait for the chunks around it, as mineflayer's own waitForChunksToLoad does, which gives up after ten seconds. */
async function waitForChunks (request) {
  for (;;) {
    const { entity, world } = botOf(request) // throws when it has left
    const near = [-2, -1, 0, 1, 2]
    const loaded = (x, z) => world.getColumn((entity.position.x >> 4) + x, (entity.position.z >> 4) + z)
    if (entity.height && near.every((x) => near.every((z) => loaded(x, z)))) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Wait until the body lies still, and say where. */
async function rest (bot) {
  let last
  let still = 0
  while (still < 2) {
    await ticks(bot, 1)
    const here = bot.entity.position
    still = last?.equals(here) ? still + 1 : 0
    last = here.clone()
  }
  return last.toArray()
}

/** What a client draws over an entity's head, without its colors: a player's team decides about that. */
function nameTag (bot, entity) {
  if (entity.username !== undefined) {
    const team = bot.teamMap[entity.username]
    return team ? team.displayName(entity.username).toString() : entity.username
  }
  const name = entity.metadata?.[CUSTOM_NAME]
  if (bot.registry.version['<=']('1.12.2')) return name?.replace(/\u00a7./g, '') ?? null
  const Message = require('prismarine-chat')(bot.registry)
  return name ? Message.fromNotch(name).toString() : null
}

/** One press of the use key as the vanilla client sends it when nothing stops it: all of it in one tick. */
function click (bot, { id: target }) {
  const client = bot._client
  const at = { x: 0.1, y: 1.2, z: -0.1 }
  const hands = bot.supportFeature('doesntHaveOffHandSlot') ? [0] : [0, 1]
  for (const hand of hands) {
    if (bot.supportFeature('attackUsesOwnPacket')) {
      client.write('use_entity', { target, hand: ['main_hand', 'off_hand'][hand], location: at, sneaking: false })
    } else {
      client.write('use_entity', { target, mouse: 2, ...at, hand, sneaking: false })
      client.write('use_entity', { target, mouse: 0, hand, sneaking: false })
    }
  }
}

/** Send all that the version has to name an entity with, and say which packets that were. */
function nameInEveryPacket (bot, entity) {
  click(bot, entity)
  bot.attack(entity)
  const others = [
    ['query_entity_nbt', { transactionId: 1, entityId: entity.id }],
    ['pick_item_from_entity', { entityId: entity.id, includeData: false }]
  ].filter(([name]) => `packet_${name}` in bot.registry.protocol.play.toServer.types)
  for (const [name, packet] of others) bot._client.write(name, packet)
  const attack = bot.supportFeature('attackUsesOwnPacket') ? ['attack'] : []
  return ['use_entity', ...attack, ...others.map(([name]) => name)]
}

serve({
  join,
  ping: ({ port, version }) => ping({ host: '127.0.0.1', port, version }),
  bots: () => [...bots.keys()],
  quit: async (request) => {
    const bot = botOf(request)
    const ended = new Promise((resolve) => bot.once('end', resolve))
    bot.quit()
    await ended
  },
  where: (request) => {
    const { entity, health, food, game } = botOf(request)
    return { ...describe(entity, botOf(request)), uuid: botOf(request)._client.uuid, on_ground: entity.onGround, health, food, world: game.dimension, game_mode: game.gameMode }
  },
  wait_ticks: (request) => ticks(botOf(request), request.ticks),
  rest: (request) => rest(botOf(request)),
  wait_for_chunks: waitForChunks,
  chunks: (request) => botOf(request).world.getColumns().map(({ chunkX, chunkZ }) => [Number(chunkX), Number(chunkZ)]),
  blocks: (request) => request.positions.map((position) => {
    const bot = botOf(request)
    const block = bot.blockAt(vector(position), false)
    return block === null ? null : { state: block.stateId, name: block.name }
  }),
  entities: (request) => Object.values(botOf(request).entities).filter((e) => e !== botOf(request).entity).map((e) => describe(e, botOf(request))),
  listed: (request) => Object.values(botOf(request).players).filter(isShown).map(({ username, uuid }) => ({ name: username, uuid })),
  packets: (request) => playing(request).seen,
  moves: (request) => playing(request).moves,
  walk,
  look: (request) => botOf(request).look((180 - request.yaw) * Math.PI / 180, -request.pitch * Math.PI / 180, true),
  look_at: (request) => botOf(request).lookAt(vector(request.position), true),
  sneak: (request) => { botOf(request).setControlState('sneak', request.on) },
  jump: async (request) => {
    const bot = botOf(request)
    bot.setControlState('jump', true)
    await ticks(bot, 2)
    bot.setControlState('jump', false)
  },
  dig: (request) => botOf(request).dig(blockOf(request), true),
  take: async (request) => {
    const bot = botOf(request)
    const Item = require('prismarine-item')(bot.registry)
    await bot.creative.setInventorySlot(request.slot, new Item(bot.registry.itemsByName[request.item].id, request.count ?? 1))
  },
  hold: (request) => { botOf(request).setQuickBarSlot(request.slot) },
  place: (request) => botOf(request).placeBlock(blockOf(request), vector(request.face)),
  use: (request) => botOf(request).activateEntity(entityOf(request)),
  click: (request) => { click(botOf(request), entityOf(request)) },
  attack: (request) => botOf(request).attack(entityOf(request)),
  activate: (request) => botOf(request).activateBlock(blockOf(request)),
  loot: async (request) => { // open a container and take everything out of it, a stack with each shift click
    const bot = botOf(request)
    const window = await bot.openContainer(blockOf(request))
    const slots = window.containerItems().map(({ slot }) => slot)
    for (const slot of slots) await bot.clickWindow(slot, 0, 1)
    await ticks(bot, 2)
    window.close()
    return slots.length
  },
  supports: (request) => botOf(request).supportFeature(request.feature),
  name_tag: (request) => nameTag(botOf(request), entityOf(request)),
  name_entity: (request) => nameInEveryPacket(botOf(request), entityOf(request)),
  record: (request) => { playing(request).order = [] },
  recorded: (request) => playing(request).order,
  watch: (request) => {
    const { id } = entityOf(request)
    playing(request).watches.get(id)?.stop()
    playing(request).watches.set(id, new EntityWatch(botOf(request), id, describe))
  },
  watched: (request) => playing(request).watches.get(request.entity).take(),
  watch_acts: (request) => { playing(request).acts = new ActWatch(botOf(request)) },
  watched_acts: (request) => playing(request).acts.take(),
  payload: (request) => { sendPayload(botOf(request), request) },
  chat: (request) => { botOf(request).chat(request.text) },
  respawn: (request) => { botOf(request).respawn() },
  disconnect_hard: (request) => { botOf(request)._client.socket.destroy() }
})
emit('ready')
