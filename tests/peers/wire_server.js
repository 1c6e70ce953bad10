// A node-minecraft-protocol server behind the line protocol of lines.js, for tests of the connection itself.
//
// {"do": "start", "version", ...options} answers {"port"}. Options: "online" (asks for encryption), "kick" (a reason to
// turn players away with at login), "hang" (no answer at login), "question" ({"channel", "data": hex}: a login plugin
// request), "motd", "favicon". Payloads of packets travel as hex of the whole packet (id and body).
const mc = require('minecraft-protocol')
const registry = require('minecraft-data')
const { emit, serve } = require('./lines')

let server = null
let pings = 0
const players = new Map()

function player (name) {
  const client = players.get(name)
  if (!client) throw new Error(`${name} isn't on this server`)
  return client
}

/** Put `before` in front of the library's own handling of login_start. */
function interceptLogin (client, before) {
  const [onLogin] = client.listeners('login_start')
  client.removeAllListeners('login_start')
  client.once('login_start', (packet) => before(packet, () => onLogin(packet)))
}

function ask (client, { channel, data }, goOn) {
  const messageId = 0x1234
  client.once('login_plugin_response', (answer) => {
    emit('answer', { id: answer.messageId, data: answer.data ? Buffer.from(answer.data).toString('hex') : null })
    goOn()
  })
  client.write('login_plugin_request', { messageId, channel, data: Buffer.from(data, 'hex') })
}

function start ({ version, online = false, kick, hang, question, motd = 'A test server', favicon }) {
  server = mc.createServer({
    host: '127.0.0.1',
    port: 0,
    version,
    motd,
    favicon,
    'online-mode': online,
    maxPlayers: 7,
    keepAlive: true,
    beforePing: (response) => { pings += 1; return { ...response, extraKey: 'kept' } }
  })
  server.on('connection', (client) => {
    client.on('error', (error) => emit('error', { text: String(error) }))
    client.once('set_protocol', (p) => emit('handshake', { host: p.serverHost, port: p.serverPort, protocol: p.protocolVersion }))
    if (kick) interceptLogin(client, () => client.end(kick))
    if (hang) interceptLogin(client, () => {})
    if (question) interceptLogin(client, (packet, goOn) => ask(client, question, goOn))
  })
  server.on('playerJoin', (client) => {
    players.set(client.username, client)
    client.write('login', registry(version).loginPacket)
    client.on('raw', (packet, meta) => {
      if (meta.state === 'play') emit('packet', { player: client.username, name: meta.name, size: packet.length })
    })
    client.on('chat', ({ message }) => emit('chat', { player: client.username, text: message }))
    client.on('chat_message', ({ message }) => emit('chat', { player: client.username, text: message }))
    client.on('end', (reason) => emit('left', { player: client.username, reason }))
    emit('joined', { player: client.username, uuid: client.uuid })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => resolve({ port: server.socketServer.address().port }))
  })
}

serve({
  start,
  pings: () => pings,
  send: ({ player: name, packet }) => { player(name).writeRaw(Buffer.from(packet, 'hex')) },
  kick: ({ player: name, reason }) => { player(name).end(reason) },
  cut: ({ player: name }) => { player(name).socket.destroy() },
  stop: () => { server.close() }
})
