// flying-squid behind the line protocol of lines.js.
//
//   node squid.js VERSION [VIEW_DISTANCE] [flat]
//
// Listens on a free loopback port, in offline mode, creative, with the world of terrain.js (with
// plain ground for small recordings, if asked), and says
// {"event": "ready", "port": ...}. Every serverbound packet that names an entity is remembered:
// {"do": "named"} lists them, which is how a test proves that the server never hears of a companion.
const path = require('path')
const { Vec3 } = require('vec3')
const { emit, serve } = require('./lines')
const { NETHER, OVERWORLD, respawnPacket, worldState } = require('./dimensions')
const { Furniture, requests } = require('./furniture')
const { watch } = require('./named')
const terrain = require('./terrain')

// flying-squid takes stdin for its own console, unless it believes that it runs in a browser.
process.browser = true
const { createMCServer } = require('flying-squid')

const [version, viewDistance = '4', terrainName] = process.argv.slice(2)

const server = createMCServer({
  version,
  host: '127.0.0.1',
  port: 0,
  motd: 'a server for tests',
  'max-players': 20,
  'online-mode': false,
  'everybody-op': true,
  'view-distance': Number(viewDistance),
  'max-entities': 100,
  'player-list-text': { header: { text: 'squid' }, footer: { text: 'tests' } },
  gameMode: 1,
  difficulty: 1,
  generation: { name: path.join(__dirname, 'terrain.js'), options: { seed: 2, flat: terrainName === 'flat' } },
  kickTimeout: 10000,
  plugins: {},
  modpe: false,
  logging: false,
  noConsoleOutput: true,
  errorHandler: (client, error) => {
    emit('client_error', { name: client.username, text: String(error) })
    client.end(String(error))
  }
})
delete process.browser

server.getSpawnPoint = async (world) => world === server.overworld ? terrain.SPAWN.clone() : terrain.NETHER_SPAWN.clone()
server.on('pluginsReady', () => { // in place of its own, whose every dimension calls itself an overworld
  server.netherworld = new (require('prismarine-world')(server.registry))(terrain.nether(server))
  server.netherworld.blockEntityData = {}
  server.netherworld.portals = []
  server.dimensionNames = { '-1': 'minecraft:the_nether', 0: 'minecraft:overworld' }
})

const { registry } = server
const has = (packet) => `packet_${packet}` in registry.protocol.play.toClient.types
const nameOf = (world) => world === server.overworld ? OVERWORLD : NETHER
const nothing = { dx: 0, dy: 0, dz: 0 }
const ANGLE = 360 / 256

/** Packets that a vanilla server writes otherwise: what flying-squid would send, by name, to what goes out. */
const CORRECTED = {
  // From 1.20.5 it says that everybody plays in survival, whatever its own game mode.
  login: (packet) => ['login', packet.worldState
    ? { ...packet, worldState: worldState(registry, OVERWORLD, packet.gameMode) }
    : packet],
  animation: (packet) => packet.animation === TAKES_DAMAGE ? blow(packet.entityId) : ['animation', packet],
  // From 1.21.2 there is a velocity in it, which it leaves undefined.
  position: (packet) => ['position', { ...nothing, ...packet }],
  // From 1.21.2 moves too long for a relative one are this other packet, with angles in degrees.
  entity_teleport: (packet) => has('sync_entity_position')
    ? ['sync_entity_position', { ...packet, ...nothing, yaw: packet.yaw * ANGLE, pitch: packet.pitch * ANGLE }]
    : ['entity_teleport', packet],
  // Who leaves has a packet of its own from 1.19.3 on, and who is in the list says so.
  player_info: (packet) => {
    if (packet.action.remove_player) return ['player_remove', { players: packet.data.map(({ uuid }) => uuid) }]
    if (packet.action.add_player !== true) return ['player_info', packet]
    const data = packet.data.map((entry) => ({ ...entry, listed: 1 }))
    return ['player_info', { action: { ...packet.action, update_game_mode: true, update_listed: true, update_latency: true }, data }]
  }
}

const TAKES_DAMAGE = 1 // the animation that flying-squid shows instead
const IS_HURT = 2
/** Who struck whom last, by the ids of the entities. */
const strikers = new Map()

/** What a vanilla server tells of a blow, to who is struck as well: who did it from 1.19.4 on, that it hurt before. */
function blow (struck) {
  if (!has('damage_event')) return ['entity_status', { entityId: struck, entityStatus: IS_HURT }]
  const by = (strikers.get(struck) ?? -1) + 1
  return ['damage_event', { entityId: struck, sourceTypeId: 0, sourceCauseId: by, sourceDirectId: by }]
}

/** Do as a vanilla server does where flying-squid leaves its own client in the dark. */
function likeVanilla (player) {
  const client = player._client
  const write = client.write.bind(client)
  client.write = (name, packet) => write(...(CORRECTED[name]?.(packet) ?? [name, packet]))
  const writeOthers = player._writeOthers
  player._writeOthers = (name, packet) => {
    writeOthers(name, packet)
    if (name === 'animation' && packet.animation === TAKES_DAMAGE) client.write(name, packet)
  }
  player.on('attack', ({ attackedEntity }) => { strikers.set(attackedEntity.id, player.id) })
  // it takes the player for the first type of the registry, where players have no spawn packet of their own
  player.entityType = registry.entitiesByName.player?.id ?? null
  // it shows the list to everybody but the player who joined, who then can't see the others' bodies
  const showList = server._sendPlayerList
  server._sendPlayerList = () => showList({ _writeOthers: server._writeAll })
  const changeBlock = player.changeBlock
  player.changeBlock = async (position, type, data) => { // it tells everybody but who dug
    await changeBlock(position, type, data)
    if (type === 0) player.sendBlock(position, 0)
  }
  // Who is creative gets nothing of what it digs. Where it hears of the end of digging before it is through with the
  // beginning, it drops an item all the same, with metadata of other releases, which ends the session of who sees it.
  player.on('dug', (dug) => { dug.dropBlock = false })
  player._sendRespawn = (difficulty, gameMode) =>
    client.write('respawn', respawnPacket(registry, nameOf(player.world), gameMode ?? player.gameMode))
  client.on('client_command', async ({ actionId, payload }) => {
    // minecraft-data calls it perform_respawn, flying-squid waits for the number 0
    if ((actionId ?? payload) !== 'perform_respawn' || player.health > 0) return
    player.world = server.overworld // it would leave who died where that was
    player._unloadAllChunks()
    await player.findSpawnPoint()
    player.position = player.spawnPoint.clone()
    player._sendRespawn()
    player.sendSelfPosition()
    player.nearbyEntities = []
    player.updateAndSpawn()
    await player.worldSendRestOfChunks()
    player.updateHealth(20)
    emit('respawned', { name: player.username })
  })
}

const { named, counts } = watch(server._server)
server.on('newPlayer', (player) => {
  likeVanilla(player)
  player.on('spawned', () => emit('joined', { name: player.username, id: player.id }))
  player.on('disconnected', () => emit('left', { name: player.username }))
  player.on('chat', ({ message }) => emit('said', { name: player.username, text: message }))
})
server.on('error', (error) => emit('server_error', { text: String(error.stack) }))
let furniture
server.waitForReady(60000).then(
  () => {
    furniture = new Furniture(server)
    emit('ready', { port: server.listeningPort })
  },
  (error) => { emit('failed', { text: String(error) }); process.exit(1) }
)

function player (name) {
  const found = server.getPlayer(name)
  if (!found) throw new Error(`no player ${name} on the server`)
  return found
}

const vector = ([x, y, z]) => new Vec3(x, y, z)

/** A block's state with some of its properties given, the others as they are by default. */
function stateOf (name, properties) {
  const Block = require('prismarine-block')(registry)
  const { id, defaultState } = registry.blocksByName[name]
  if (Object.keys(properties).length === 0) return defaultState
  return Block.fromProperties(id, { ...Block.fromStateId(defaultState, 0).getProperties(), ...properties }, 0).stateId
}

serve({
  named: () => named,
  counts: () => counts,
  players: () => server.players.map(({ username, id, position }) => ({ name: username, id, position: position.toArray() })),
  blocks: ({ positions }) => Promise.all(positions.map((position) => server.overworld.getBlockStateId(vector(position)))),
  set_block: ({ position, block, state }) =>
    server.setBlock(server.overworld, vector(position), state ?? server.registry.blocksByName[block].defaultState),
  build: async ({ blocks }) => { // [x, y, z, name, properties] or [x, y, z, state] each
    for (const [x, y, z, block, properties = {}] of blocks) {
      const state = typeof block === 'number' ? block : stateOf(block, properties)
      await server.setBlock(server.overworld, new Vec3(x, y, z), state)
    }
  },
  ...requests(() => furniture),
  speak: ({ name, text }) => { // to everybody; flying-squid's own way doesn't tell who it is
    const { uuid } = player(name)
    const said = { senderUuid: uuid, index: 0, plainMessage: text, timestamp: 0n, salt: 0n, previousMessages: [], filterType: 0, type: 0 }
    const networkName = server._createNetworkEncodedChatComponent(name)
    for (const { _client: client } of server.players) client.write('player_chat', { ...said, networkName })
  },
  kill: ({ name }) => { player(name).takeDamage({ damage: 20 }) },
  teleport: async ({ name, position }) => {
    const traveller = player(name)
    await traveller.teleport(vector(position))
    if (has('update_view_position')) traveller._client.write('update_view_position', { chunkX: Math.floor(position[0] / 16), chunkZ: Math.floor(position[2] / 16) })
    traveller.updateAndSpawn()
    await traveller.worldSendRestOfChunks()
  },
  kick: ({ name, reason }) => { player(name).kick(reason) },
  game_mode: ({ name, mode }) => { player(name).setGameMode(mode) },
  change_world: ({ name, world }) => { // flying-squid waits in there for a look around that may never come
    const traveller = player(name)
    if (world === 'nether') traveller.changeWorld(server.netherworld, { dimension: -1 })
    else traveller.changeWorld(server.overworld, { dimension: 0 })
    traveller.once('change_world', () => traveller.updateHealth(traveller.health)) // else the client takes itself for dead
  }
})
