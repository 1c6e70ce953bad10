// node-minecraft-protocol clients behind the line protocol of lines.js, for tests of the connection itself.
//
// {"do": "join", "name", "port", "version", "answer": hex} adds one that answers a login plugin request with those bytes.
// Each packet of play is an event with its name and the hex of the whole packet (id and body); long ones with their
// size and SHA-256 only.
const crypto = require('crypto')
const mc = require('minecraft-protocol')
const { emit, serve } = require('./lines')

const clients = new Map()
const SHOWN_BYTES = 256

function client (name) {
  const found = clients.get(name)
  if (!found) throw new Error(`${name} hasn't joined`)
  return found
}

function show (bytes) {
  const fields = { size: bytes.length, sha256: crypto.createHash('sha256').update(bytes).digest('hex') }
  return bytes.length <= SHOWN_BYTES ? { ...fields, packet: bytes.toString('hex') } : fields
}

function join ({ name, port, version, answer }) {
  const joining = mc.createClient({ host: '127.0.0.1', port, version, username: name, auth: 'offline', keepAlive: true })
  clients.set(name, joining)
  joining.on('raw', (bytes, meta) => {
    if (meta.state === 'play') emit('packet', { client: name, name: meta.name, ...show(bytes) })
  })
  joining.on('error', (error) => emit('error', { client: name, text: String(error) }))
  joining.on('disconnect', ({ reason }) => emit('disconnect', { client: name, state: 'login', reason }))
  joining.on('kick_disconnect', ({ reason }) => emit('disconnect', { client: name, state: 'play', reason }))
  joining.on('end', (reason) => emit('end', { client: name, reason }))
  joining.on('login', () => emit('play', { client: name, uuid: joining.uuid, username: joining.username }))
  if (answer !== undefined) {
    joining.on('connect', () => {
      joining.removeAllListeners('login_plugin_request')
      joining.on('login_plugin_request', (request) => {
        emit('question', { client: name, id: request.messageId, channel: request.channel, data: Buffer.from(request.data).toString('hex') })
        joining.write('login_plugin_response', { messageId: request.messageId, data: Buffer.from(answer, 'hex') })
      })
    })
  }
}

serve({
  join,
  send: ({ name, packet }) => { client(name).writeRaw(Buffer.from(packet, 'hex')) },
  chat: ({ name, text }) => { client(name).write('chat', { message: text }) },
  leave: ({ name }) => { client(name).end('leaving') },
  ping: async ({ port, version }) => await mc.ping({ host: '127.0.0.1', port, version })
})
