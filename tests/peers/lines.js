// How a test talks to a peer: one JSON object a line, requests on stdin, answers and events on stdout.
//
//   -> {"id": 1, "do": "join", ...}
//   <- {"id": 1, "ok": ...}  or  {"id": 1, "error": "what went wrong"}
//   <- {"event": "chat", ...}
//
// Libraries that print go to stderr, so that stdout stays readable by a program.
const readline = require('readline')

const write = process.stdout.write.bind(process.stdout)
console.log = console.info = console.debug = console.error

function send (object) {
  write(JSON.stringify(object) + '\n')
}

function emit (event, fields = {}) {
  send({ event, ...fields })
}

/** Serve requests until stdin closes, then leave: a peer never outlives its test. */
function serve (commands) {
  const lines = readline.createInterface({ input: process.stdin, terminal: false })
  lines.on('line', async (line) => {
    let id = null
    try {
      const request = JSON.parse(line)
      id = request.id
      const command = commands[request.do]
      if (!command) throw new Error(`no command ${request.do}`)
      send({ id, ok: (await command(request)) ?? null })
    } catch (error) {
      send({ id, error: String(error.stack || error) })
    }
  })
  lines.on('close', () => process.exit(0))
}

process.on('uncaughtException', (error) => {
  emit('fault', { text: String(error.stack || error) })
})
process.on('unhandledRejection', (error) => {
  emit('fault', { text: String(error?.stack || error) })
})

module.exports = { emit, serve }
