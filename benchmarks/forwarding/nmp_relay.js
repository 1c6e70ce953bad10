// A relay of node-minecraft-protocol as its own proxy example does it, but with packets sent on as the bytes that
// they were parsed from ("raw"), which costs less than writing them anew. Arguments: the server's port.
const mc = require('minecraft-protocol')

const version = '1.16.5'
const target = Number(process.argv[2])
const server = mc.createServer({ host: '127.0.0.1', port: 0, version, 'online-mode': false, keepAlive: false })

server.on('login', (client) => {
  const behind = mc.createClient({ host: '127.0.0.1', port: target, version, username: client.username, keepAlive: false })
  behind.on('raw', (bytes, meta) => {
    if (meta.state === 'play' && client.state === 'play') client.writeRaw(bytes)
  })
  client.on('raw', (bytes, meta) => {
    if (meta.state === 'play' && behind.state === 'play') behind.writeRaw(bytes)
  })
  behind.on('end', () => client.end('end'))
  client.on('end', () => behind.end('end'))
  for (const end of [behind, client]) end.on('error', (error) => console.error(String(error)))
})
server.on('listening', () => console.log(server.socketServer.address().port))
