// node-minecraft-protocol clients behind the line protocol of lines.js, for tests of the connection itself.
//
// {"do": "join", "name", "port", "version", "answer": hex, "cookies": {key: hex}, "packs": [...]} adds one that answers
// a login plugin request with those bytes, keeps cookies and gives them back, and names those packs as known.
// Each packet of configuration and play is an event with its state, its name and the hex of the whole packet (id and
// body); long ones with their size and SHA-256 only.
const crypto = require('crypto')
const mc = require('minecraft-protocol')
const nbt = require('prismarine-nbt')
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

/** A reason as JSON text, also where it travels as NBT. */
function text (reason) {
  return typeof reason === 'string' ? reason : JSON.stringify(nbt.simplify(reason))
}

function answerLoginPlugin (name, joining, answer) {
  joining.removeAllListeners('login_plugin_request')
  joining.on('login_plugin_request', (request) => {
    emit('question', { client: name, id: request.messageId, channel: request.channel, data: Buffer.from(request.data).toString('hex') })
    joining.write('login_plugin_response', { messageId: request.messageId, data: Buffer.from(answer, 'hex') })
  })
}

/** The library has no cookies: a vanilla client answers each request, from login on, with what it has or nothing. */
function keepCookies (joining, cookies) {
  const jar = new Map(Object.entries(cookies).map(([key, value]) => [key, Buffer.from(value, 'hex')]))
  joining.on('store_cookie', ({ key, value }) => jar.set(key, value))
  joining.on('cookie_request', ({ cookie }) => joining.write('cookie_response', { key: cookie, value: jar.get(cookie) }))
}

/** The library says that it knows no packs. This puts an answer of ours in the place of its own. */
function knowPacks (joining, packs) {
  joining.on('newListener', (event) => {
    if (event === 'select_known_packs') setImmediate(() => joining.removeAllListeners('select_known_packs'))
  })
  joining.on('packet', (_, meta) => {
    if (meta.name === 'select_known_packs') joining.write('select_known_packs', { packs })
  })
}

function join ({ name, port, version, answer, cookies = {}, packs }) {
  const joining = mc.createClient({ host: '127.0.0.1', port, version, username: name, auth: 'offline', keepAlive: true })
  clients.set(name, joining)
  joining.on('raw', (bytes, meta) => {
    if (meta.state === 'play' || meta.state === 'configuration') {
      emit('packet', { client: name, state: meta.state, name: meta.name, ...show(bytes) })
    }
  })
  joining.on('error', (error) => emit('error', { client: name, text: String(error) }))
  joining.on('disconnect', ({ reason }, meta) => emit('disconnect', { client: name, state: meta.state, reason: text(reason) }))
  joining.on('kick_disconnect', ({ reason }) => emit('disconnect', { client: name, state: 'play', reason: text(reason) }))
  joining.on('end', (reason) => emit('end', { client: name, reason }))
  joining.on('login', () => emit('play', { client: name, uuid: joining.uuid, username: joining.username }))
  keepCookies(joining, cookies)
  if (packs !== undefined) knowPacks(joining, packs)
  if (answer !== undefined) joining.on('connect', () => answerLoginPlugin(name, joining, answer))
}

serve({
  join,
  send: ({ name, packet }) => { client(name).writeRaw(Buffer.from(packet, 'hex')) },
  chat: ({ name, text }) => { client(name).write('chat', { message: text }) },
  leave: ({ name }) => { client(name).end('leaving') },
  ping: async ({ port, version }) => await mc.ping({ host: '127.0.0.1', port, version })
})
