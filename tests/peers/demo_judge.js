// A node-minecraft-protocol client that holds every packet it gets against the protocol's description.
//
// A fault is a packet that doesn't parse, leaves bytes over, or isn't written back byte for byte.
const mc = require('minecraft-protocol')
const { emit, serve } = require('./lines')

const clients = new Map()
// Parsed only: they hold NBT or bit fields of more than one encoding, are large, or (equipment) reading them changes
// the bytes in place.
const PARSED_ONLY = new Set([
  'login', 'respawn', 'declare_commands', 'map_chunk', 'update_light', 'entity_equipment', 'registry_data'
])

function judge (client, name) {
  const state = { counts: {}, faults: [], last: {} }
  const writers = new Map()
  const write = (packet, when) => {
    if (!writers.has(when)) writers.set(when, mc.createSerializer({ state: when, isServer: true, version: client.version }))
    return writers.get(when).createPacketBuffer(packet)
  }
  client.on('packet', (params, meta, bytes) => {
    const label = `${meta.state} ${meta.name}`
    state.counts[meta.name] = (state.counts[meta.name] ?? 0) + 1
    state.last[meta.name] = params
    if (meta.size !== bytes.length) state.faults.push(`${label}: ${meta.size} of ${bytes.length} bytes read`)
    if (PARSED_ONLY.has(meta.name)) return
    try {
      const again = write({ name: meta.name, params }, meta.state)
      if (!again.equals(bytes)) {
        state.faults.push(`${label}: ${bytes.toString('hex').slice(0, 200)} would be ${again.toString('hex').slice(0, 200)}`)
      }
    } catch (error) {
      state.faults.push(`${label}: ${String(error.message).split('\n')[0]}`)
    }
  })
  client.on('error', (error) => state.faults.push(`client: ${String(error.message).split('\n')[0]}`))
  client.on('position', ({ x, y, z, yaw, pitch, teleportId }) => {
    if (teleportId !== undefined) client.write('teleport_confirm', { teleportId })
    else client.write('position_look', { x, y, z, yaw, pitch, onGround: true })
    emit('position', { client: name })
  })
  client.on('end', (reason) => emit('end', { client: name, reason }))
  return state
}

function find (name) {
  const found = clients.get(name)
  if (!found) throw new Error(`${name} hasn't joined`)
  return found
}

/** The names of all packets that a server may send in this version. */
function known (version) {
  const { protocol } = require('minecraft-data')(version)
  const ofState = (state) => Object.keys(protocol[state]?.toClient.types ?? {})
  return [...ofState('configuration'), ...ofState('play')].map((name) => name.replace(/^packet_/, ''))
}

const plain = (value) => JSON.parse(JSON.stringify(value, (_, v) => typeof v === 'bigint' ? String(v) : v) ?? 'null')

serve({
  join: ({ name, port, version }) => {
    const client = mc.createClient({ host: '127.0.0.1', port, version, username: name, auth: 'offline', hideErrors: true })
    clients.set(name, { client, state: judge(client, name) })
  },
  send: ({ name, packet, fields }) => { find(name).client.write(packet, fields) },
  known: ({ name }) => known(find(name).client.version),
  counts: ({ name }) => find(name).state.counts,
  faults: ({ name }) => find(name).state.faults,
  last: ({ name, packet }) => plain(find(name).state.last[packet] ?? null),
  leave: ({ name }) => { find(name).client.end('leaving') }
})
emit('ready')
