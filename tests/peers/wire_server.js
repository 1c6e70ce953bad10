// node-minecraft-protocol servers behind the line protocol of lines.js, for tests of the connection itself.
//
// {"do": "start", "version", ...options} answers {"port"}, which every other command names; events carry it. Options:
// "online" (asks for encryption), "kick" (a reason to turn players away with at login), "hang" (no answer at login),
// "drop" (closes at login), "question" ({"channel", "data": hex}: a login plugin request), "motd", "favicon". Packets
// travel as hex of the whole packet (id and body).
const mc = require('minecraft-protocol')
const registry = require('minecraft-data')
const { emit, serve } = require('./lines')

const MESSAGE_ID = 0x1234
const servers = new Map()

function player (port, name) {
  const client = servers.get(port).players.get(name)
  if (!client) throw new Error(`${name} isn't on the server of port ${port}`)
  return client
}

/** Put `before` in front of the library's own handling of login_start. */
function interceptLogin (client, before) {
  const [onLogin] = client.listeners('login_start')
  client.removeAllListeners('login_start')
  client.once('login_start', (packet) => before(packet, () => onLogin(packet)))
}

function ask (tell, client, { channel, data }, goOn) {
  client.once('login_plugin_response', (answer) => {
    tell('answer', { id: answer.messageId, data: answer.data ? Buffer.from(answer.data).toString('hex') : null })
    goOn()
  })
  client.write('login_plugin_request', { messageId: MESSAGE_ID, channel, data: Buffer.from(data, 'hex') })
}

function play (tell, players, version, client) {
  const name = client.username
  players.set(name, client)
  client.write('login', registry(version).loginPacket)
  client.on('raw', (packet, meta) => {
    if (meta.state === 'play') tell('packet', { player: name, name: meta.name, packet: packet.toString('hex') })
  })
  client.on('end', (reason) => tell('left', { player: name, reason }))
  tell('joined', { player: name, uuid: client.uuid })
}

function start ({ version, online = false, kick, hang, drop, question, motd = 'A test server', favicon }) {
  const entry = { players: new Map(), pings: 0 }
  const server = entry.server = mc.createServer({
    host: '127.0.0.1',
    port: 0,
    version,
    motd,
    favicon,
    'online-mode': online,
    maxPlayers: 7,
    beforePing: (response) => {
      entry.pings += 1
      return { ...response, extraKey: 'kept' }
    }
  })
  let port = 0
  const tell = (event, fields) => emit(event, { port, ...fields })
  server.on('connection', (client) => {
    client.on('error', (error) => tell('error', { text: String(error) }))
    client.once('set_protocol', ({ serverHost, serverPort, protocolVersion }) => {
      tell('handshake', { named: [serverHost, serverPort], protocol: protocolVersion })
    })
    if (kick) interceptLogin(client, () => client.end(kick))
    if (hang) interceptLogin(client, () => {})
    if (drop) interceptLogin(client, () => client.socket.destroy())
    if (question) interceptLogin(client, (packet, goOn) => ask(tell, client, question, goOn))
  })
  server.on('playerJoin', (client) => play(tell, entry.players, version, client))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      port = server.socketServer.address().port
      servers.set(port, entry)
      resolve({ port })
    })
  })
}

serve({
  start,
  pings: ({ port }) => servers.get(port).pings,
  send: ({ port, player: name, packet }) => { player(port, name).writeRaw(Buffer.from(packet, 'hex')) },
  kick: ({ port, player: name, reason }) => { player(port, name).end(reason) },
  cut: ({ port, player: name }) => { player(port, name).socket.destroy() },
  stop: ({ port }) => {
    servers.get(port).server.close()
    servers.delete(port)
  }
})
