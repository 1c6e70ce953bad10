// Joins a server, notes what comes until it is thrown out, and prints that as one JSON object.
//
// node watch_replay.js HOST PORT VERSION
'use strict'

const protocol = require('minecraft-protocol')

const [host, port, version] = process.argv.slice(2)
const seen = { profile: null, states: [], packets: {}, positions: [], sent: 0, milliseconds: 0, kick: null, error: null }
const client = protocol.createClient({ host, port: Number(port), version, username: 'Watcher', auth: 'offline' })
let joined = 0

client.on('success', ({ uuid, username }) => {
  seen.profile = { uuid, username }
})
client.on('packet', (data, { name, state }) => {
  if (seen.states.at(-1) !== state) seen.states.push(state)
  if (state !== 'play') return
  joined ||= Date.now()
  seen.milliseconds = Date.now() - joined
  seen.packets[name] = (seen.packets[name] ?? 0) + 1
  if (name === 'position') {
    seen.positions.push([data.x, data.y, data.z])
    if (data.teleportId !== undefined) client.write('teleport_confirm', { teleportId: data.teleportId })
  }
  if (name === 'kick_disconnect') seen.kick = data.reason
})
client.on('error', error => { seen.error = String(error) })
client.on('end', () => {
  console.log(JSON.stringify(seen))
  process.exit(0)
})
