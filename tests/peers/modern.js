// A server of 1.20.2 and later behind the line protocol of lines.js: node-minecraft-protocol on the wire, columns by
// prismarine-chunk, registries as minecraft-data recorded them. It speaks releases that flying-squid doesn't, and does
// what that doesn't do: bundles, chunk batches, known packs, and players sent back to the configuration state.
//
//   node modern.js VERSION [VIEW_DISTANCE]
//
// Offline, creative, the world of terrain.js, the commands of squid.js and:
//
//   {"do": "reconfigure", "name"}                                       start_configuration, then the world again
//   {"do": "greet", "channel", "data"}                                  from now on each configuration waits for an answer on it
//   {"do": "payload", "name", "channel", "data"}                        a plugin message in play; "payload" events tell of the other way
//   {"do": "open_bundle", "name"}, {"do": "close_bundle", "name"}       a bundle that stays open in between
//   {"do": "batches", "name"}                                           how many were sent, how many acknowledged
//   {"do": "set_blocks", "positions", "block"}                          many of one section in one packet
const mc = require('minecraft-protocol')
const nbt = require('prismarine-nbt')
const { Vec3 } = require('vec3')
const { NETHER, OVERWORLD } = require('./dimensions')
const { emit, serve } = require('./lines')
const { Player } = require('./modern_player')
const { World } = require('./modern_world')
const { watch } = require('./named')
const terrain = require('./terrain')

const [version, viewDistance = '4'] = process.argv.slice(2)
const registry = require('prismarine-registry')(version)
const SEEN_WITHIN = 64 // blocks
const BRAND = Buffer.from('\x06modern')
const KEEP_ALIVE_MS = 5000

const listener = mc.createServer({
  version,
  host: '127.0.0.1',
  port: 0,
  motd: 'a server for tests',
  maxPlayers: 20,
  'online-mode': false,
  keepAlive: false,
  hideErrors: true,
  errorHandler: (client, error) => {
    emit('client_error', { name: client.username, text: String(error.stack ?? error) })
    client.end(String(error))
  }
})
const { named, counts } = watch(listener)

let lastId = 0
let greeting = null

const server = {
  registry,
  viewDistance: Number(viewDistance),
  players: new Map(),
  worlds: [
    new World(registry, OVERWORLD, terrain({ registry }), terrain.SPAWN),
    new World(registry, NETHER, terrain.nether({ registry }), terrain.NETHER_SPAWN)
  ],

  playing () {
    return [...this.players.values()].filter(({ playing }) => playing)
  },

  /** Text as the version has it: NBT from 1.20.3. */
  component (text) {
    return registry.supportFeature('chatPacketsUseNbtComponents')
      ? nbt.comp({ text: nbt.string(text) })
      : JSON.stringify({ text })
  },

  /** Show the tab list to a newcomer, and the newcomer to everybody. */
  list (newcomer) {
    const action = { add_player: true, update_game_mode: true, update_listed: true, update_latency: true }
    const others = this.playing().filter((player) => player !== newcomer)
    newcomer.write('player_info', { action, data: [newcomer, ...others].map((player) => player.listEntry()) })
    for (const player of others) player.write('player_info', { action, data: [newcomer.listEntry()] })
  },

  /** Spawn who came near, remove who went away. */
  meet (player) {
    for (const other of this.playing()) {
      if (other === player) continue
      const near = other.world === player.world && other.position.distanceTo(player.position) <= SEEN_WITHIN
      for (const [seen, watcher] of [[player, other], [other, player]]) {
        if (near && !seen.watchers.has(watcher)) seen.spawnFor(watcher)
        if (!near) seen.vanishFor(watcher)
      }
    }
  },

  setBlock (world, location, state) {
    world.setBlock(location, state)
    for (const player of this.playing()) {
      if (player.world === world) player.write('block_change', { location, type: state })
    }
  },

  setBlocks (world, positions, state) {
    const [{ x, y, z }] = positions
    const records = positions.map((at) => state << 12 | (at.x & 15) << 8 | (at.z & 15) << 4 | (at.y & 15))
    for (const at of positions) world.setBlock(at, state)
    for (const player of this.playing()) {
      if (player.world === world) player.write('multi_block_change', { chunkCoordinates: { x: x >> 4, y: y >> 4, z: z >> 4 }, records })
    }
  },

  said (player, text) {
    emit('said', { name: player.name, text })
    for (const listening of this.playing()) {
      listening.write('system_chat', { content: this.component(`<${player.name}> ${text}`), isActionBar: false })
    }
  },

  commanded (player, command) {
    const number = /^ping (\d+)$/.exec(command)?.[1]
    if (number) player.write('system_chat', { content: this.component(`pong [${Number(number) + 1}]`), isActionBar: false })
  }
}

// --- the configuration state, which node-minecraft-protocol's own server leaves at once and never comes back to

const answer = (client, packet) => new Promise((resolve) => client.once(packet, resolve))

/** Wait for a plugin message on that channel. */
async function payloadOn (client, channel) {
  for (;;) {
    if ((await answer(client, 'custom_payload')).channel === channel) return
  }
}

async function configure (client) {
  client.state = 'configuration'
  client.write('custom_payload', { channel: 'minecraft:brand', data: BRAND })
  client.write('feature_flags', { features: ['minecraft:vanilla'] })
  if ('select_known_packs' in registry.protocol.configuration.toClient.types.packet[1][1].type[1].fields) {
    client.write('select_known_packs', { packs: [{ namespace: 'minecraft', id: 'core', version }] })
    await answer(client, 'select_known_packs')
  }
  const { dimensionCodec } = registry.loginPacket
  const segmented = registry.supportFeature('segmentedRegistryCodecData')
  for (const packet of segmented ? Object.values(dimensionCodec) : [{ codec: dimensionCodec }]) client.write('registry_data', packet)
  client.write('tags', { tags: [{ tagType: 'minecraft:block', tags: [{ tagName: 'minecraft:climbable', entries: [registry.blocksByName.ladder.id] }] }] })
  if (greeting) {
    client.write('custom_payload', greeting)
    await payloadOn(client, greeting.channel)
  }
  client.write('finish_configuration', {})
  await answer(client, 'finish_configuration')
  client.state = 'play'
}

listener.on('connection', (client) => {
  client.on('error', (error) => emit('client_error', { name: client.username, text: String(error.stack ?? error) }))
  client.on('custom_payload', ({ channel, data }, { state }) => {
    emit('payload', { name: client.username, state, channel, data: Buffer.from(data).toString('hex') })
  })
})

listener.on('login', (client) => {
  client.removeAllListeners('login_acknowledged')
  client.once('login_acknowledged', async () => {
    await configure(client)
    if (server.players.has(client.username)) return client.end('You are already playing')
    const player = new Player(server, client, ++lastId)
    server.players.set(player.name, player)
    client.on('end', () => left(player))
    player.join(server.worlds[0])
    emit('joined', { name: player.name, id: player.id })
  })
})

function left (player) {
  player.leave()
  server.players.delete(player.name)
  for (const other of server.playing()) other.write('player_remove', { players: [player.uuid] })
  emit('left', { name: player.name })
}

/** As proxies do it when a player goes from one of their servers to another. */
async function reconfigure (player) {
  player.leave()
  for (const other of server.playing()) other.write('player_remove', { players: [player.uuid] })
  player.write('start_configuration')
  await answer(player.client, 'configuration_acknowledged')
  await configure(player.client)
  player.id = ++lastId
  player.join(server.worlds[0])
}

setInterval(() => {
  for (const player of server.playing()) player.write('keep_alive', { keepAliveId: [0, Date.now() % 1e9] })
}, KEEP_ALIVE_MS)

listener.on('error', (error) => emit('server_error', { text: String(error.stack) }))
listener.on('listening', () => emit('ready', { port: listener.socketServer.address().port }))

function player (name) {
  const found = server.players.get(name)
  if (!found) throw new Error(`no player ${name} on the server`)
  return found
}

const vector = ([x, y, z]) => new Vec3(x, y, z)
const stateOf = ({ block, state }) => state ?? registry.blocksByName[block].defaultState

serve({
  named: () => named,
  counts: () => counts,
  players: () => [...server.players.values()].map(({ name, id, position }) => ({ name, id, position: position.toArray() })),
  blocks: ({ positions }) => positions.map((position) => server.worlds[0].block(vector(position))),
  set_block: ({ position, ...what }) => server.setBlock(server.worlds[0], vector(position), stateOf(what)),
  set_blocks: ({ positions, ...what }) => server.setBlocks(server.worlds[0], positions.map(vector), stateOf(what)),
  kill: ({ name }) => player(name).die(),
  teleport: ({ name, position }) => player(name).teleport(vector(position)),
  kick: ({ name, reason }) => player(name).client.end(reason),
  game_mode: ({ name, mode }) => player(name).setGameMode(mode),
  change_world: ({ name, world }) => player(name).goTo(server.worlds[world === 'nether' ? 1 : 0]),
  reconfigure: ({ name }) => { reconfigure(player(name)) },
  greet: ({ channel, data }) => { greeting = channel && { channel, data: Buffer.from(data, 'hex') } },
  payload: ({ name, channel, data }) => player(name).write('custom_payload', { channel, data: Buffer.from(data, 'hex') }),
  open_bundle: ({ name }) => player(name).write('bundle_delimiter'),
  close_bundle: ({ name }) => player(name).write('bundle_delimiter'),
  batches: ({ name }) => player(name).batches
})
