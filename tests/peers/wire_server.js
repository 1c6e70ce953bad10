// node-minecraft-protocol servers behind the line protocol of lines.js, for tests of the connection itself.
//
// {"do": "start", "version", ...options} answers {"port"}, which every other command names; events carry it. Options:
// "online" (asks for encryption), "kick" (a reason to turn players away with at login), "hang" (no answer at login),
// "drop" (closes at login), "question" ({"channel", "data": hex}: a login plugin request), "cookie" (a key to ask for
// at login), "linger" (stays in the configuration until told to "finish"), "motd", "favicon". Packets travel as hex of
// the whole packet (id and body).
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

function askForCookie (tell, client, key, goOn) {
  client.once('cookie_response', ({ key, value }) => {
    tell('cookie', { key, value: value ? Buffer.from(value).toString('hex') : null })
    goOn()
  })
  client.write('cookie_request', { cookie: key })
}

/** The library finishes the configuration as soon as it begins. This leaves its end to `finish`. */
function linger (tell, players, client) {
  client.on('newListener', function begin (event) {
    if (event !== 'login_acknowledged') return
    client.off('newListener', begin) // what is listened for below would begin it again, for ever
    setImmediate(() => {
      client.removeAllListeners('login_acknowledged')
      client.once('login_acknowledged', () => {
        client.state = 'configuration'
        players.set(client.username, client)
        tell('configuring', { player: client.username })
      })
    })
  })
}

/** Send finish_configuration; play begins for the library when the client has answered. */
function finish (client, tell) {
  client.once('finish_configuration', () => {
    client.state = 'play'
    tell('playing', { player: client.username })
  })
  client.write('finish_configuration', {})
}

/**
 * Begin the configuration anew, as a server of vanilla does: what the client sends is read as play until it has
 * acknowledged. The library has one state for both directions, so that until then only `send` can speak to the client.
 */
function reconfigure (client, tell) {
  client.once('configuration_acknowledged', () => {
    client.state = 'configuration'
    tell('configuring', { player: client.username })
  })
  client.write('start_configuration', {})
}

function loginPacket (version) {
  // Of 1.8 and 1.12 the library's data has none.
  return registry(version).loginPacket ?? {
    entityId: 1,
    gameMode: 0,
    dimension: 0,
    difficulty: 0,
    maxPlayers: 7,
    levelType: 'flat',
    reducedDebugInfo: false
  }
}

function start ({ version, online = false, kick, hang, drop, question, cookie, linger: lingers, motd = 'A test server', favicon }) {
  const entry = { players: new Map(), pings: 0 }
  const server = entry.server = mc.createServer({
    host: '127.0.0.1',
    port: 0,
    version,
    motd,
    favicon,
    'online-mode': online,
    keepAlive: false,
    maxPlayers: 7,
    beforePing: (response) => {
      entry.pings += 1
      return { ...response, extraKey: 'kept' }
    }
  })
  let port = 0
  const tell = entry.tell = (event, fields) => emit(event, { port, ...fields })
  server.on('connection', (client) => {
    client.on('error', (error) => tell('error', { text: String(error) }))
    client.once('set_protocol', ({ serverHost, serverPort, protocolVersion }) => {
      tell('handshake', { named: [serverHost, serverPort], protocol: protocolVersion })
    })
    client.on('raw', (packet, meta) => {
      if (meta.state === 'play' || meta.state === 'configuration') {
        tell('packet', { player: client.username, state: meta.state, name: meta.name, packet: packet.toString('hex') })
      }
    })
    client.on('end', (reason) => {
      if (entry.players.has(client.username)) tell('left', { player: client.username, reason })
    })
    if (lingers) linger(tell, entry.players, client)
    if (kick) interceptLogin(client, () => client.end(kick))
    if (hang) interceptLogin(client, () => {})
    if (drop) interceptLogin(client, () => client.socket.destroy())
    if (question) interceptLogin(client, (packet, goOn) => ask(tell, client, question, goOn))
    if (cookie) interceptLogin(client, (packet, goOn) => askForCookie(tell, client, cookie, goOn))
  })
  server.on('playerJoin', (client) => {
    entry.players.set(client.username, client)
    client.write('login', loginPacket(version))
    tell('joined', { player: client.username, uuid: client.uuid })
  })
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
  write: ({ port, player: name, packet, params }) => { player(port, name).write(packet, params) },
  login: ({ port, player: name, version }) => { player(port, name).write('login', loginPacket(version)) },
  finish: ({ port, player: name }) => { finish(player(port, name), servers.get(port).tell) },
  reconfigure: ({ port, player: name }) => { reconfigure(player(port, name), servers.get(port).tell) },
  kick: ({ port, player: name, reason }) => { player(port, name).end(reason) },
  cut: ({ port, player: name }) => { player(port, name).socket.destroy() },
  stop: ({ port }) => {
    servers.get(port).server.close()
    servers.delete(port)
  }
})
