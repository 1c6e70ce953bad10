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
const terrain = require('./terrain')

// flying-squid takes stdin for its own console, unless it believes that it runs in a browser.
process.browser = true
const { createMCServer } = require('flying-squid')

const [version, viewDistance = '4', terrainName] = process.argv.slice(2)

const server = createMCServer({
  version,
  host: '127.0.0.1',
  port: 0,
  motd: 'squid for tests',
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

/** What a respawn packet says of a dimension: its NBT element to 1.18.2, its name from 1.19. */
function dimensionOf (world) {
  const { loginPacket } = server.registry
  const name = world === server.overworld ? 'minecraft:overworld' : 'minecraft:the_nether'
  if (typeof loginPacket.worldType === 'string') return name
  const types = loginPacket.dimensionCodec.value['minecraft:dimension_type'].value.value.value.value
  const type = types.find((entry) => entry.name.value === name)
  return { type: 'compound', name: '', value: type.element.value }
}

/** Do as a vanilla server does where flying-squid leaves its own client in the dark. */
function likeVanilla (player) {
  const client = player._client
  const changeBlock = player.changeBlock
  player.changeBlock = async (position, type, data) => { // it tells everybody but who dug
    await changeBlock(position, type, data)
    if (type === 0) player.sendBlock(position, 0)
  }
  player._sendRespawn = (difficulty, gameMode) => client.write('respawn', {
    dimension: dimensionOf(player.world),
    worldName: server.dimensionNames[player.world === server.overworld ? 0 : -1],
    hashedSeed: server.hashedSeed,
    gamemode: gameMode ?? player.gameMode,
    previousGamemode: player.gameMode,
    isDebug: false,
    isFlat: false,
    copyMetadata: false
  })
  client.on('client_command', async ({ actionId }) => {
    // minecraft-data calls it perform_respawn, flying-squid waits for the number 0
    if (actionId !== 'perform_respawn' || player.health > 0) return
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

const ENTITY_FIELDS = { use_entity: 'target', pick_item: 'entityId', query_entity_nbt: 'entityId', entity_action: 'entityId' }
const named = []
const counts = {}
server._server.on('connection', (client) => {
  client.on('packet', (data, { name, state }) => {
    if (state !== 'play') return
    counts[name] = (counts[name] ?? 0) + 1
    if (name in ENTITY_FIELDS) named.push({ by: client.username, packet: name, id: data[ENTITY_FIELDS[name]] })
  })
})
server.on('newPlayer', (player) => {
  likeVanilla(player)
  player.on('spawned', () => emit('joined', { name: player.username, id: player.id }))
  player.on('disconnected', () => emit('left', { name: player.username }))
  player.on('chat', ({ message }) => emit('said', { name: player.username, text: message }))
})
server.on('error', (error) => emit('server_error', { text: String(error.stack) }))
server.waitForReady(60000).then(
  () => emit('ready', { port: server.listeningPort }),
  (error) => { emit('failed', { text: String(error) }); process.exit(1) }
)

function player (name) {
  const found = server.getPlayer(name)
  if (!found) throw new Error(`no player ${name} on the server`)
  return found
}

const vector = ([x, y, z]) => new Vec3(x, y, z)

serve({
  named: () => named,
  counts: () => counts,
  players: () => server.players.map(({ username, id, position }) => ({ name: username, id, position: position.toArray() })),
  block: async ({ position }) => server.overworld.getBlockStateId(vector(position)),
  set_block: ({ position, block, state }) =>
    server.setBlock(server.overworld, vector(position), state ?? server.registry.blocksByName[block].defaultState),
  kill: ({ name }) => { player(name).takeDamage({ damage: 20 }) },
  teleport: async ({ name, position }) => {
    const traveller = player(name)
    await traveller.teleport(vector(position))
    traveller._client.write('update_view_position', { chunkX: Math.floor(position[0] / 16), chunkZ: Math.floor(position[2] / 16) })
    traveller.updateAndSpawn()
    await traveller.worldSendRestOfChunks()
  },
  kick: ({ name, reason }) => { player(name).kick(reason) },
  game_mode: ({ name, mode }) => { player(name).setGameMode(mode) },
  change_world: ({ name, world }) => { // flying-squid waits in there for a look around that may never come
    if (world === 'nether') player(name).changeWorld(server.netherworld, { dimension: -1 })
    else player(name).changeWorld(server.overworld, { dimension: 0 })
  }
})
