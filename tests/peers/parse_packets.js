// The judge of packet layouts: node-minecraft-protocol's own serializer and deserializer.
//
//   echo '[{"version": "1.19.2", "direction": "clientbound", "parse": "<hex>"}, …]' | node parse_packets.js
//
// Requests with `parse` (id and body in hex) are answered by {name, params}, those with `write` ({name, params})
// by {hex}, what fails by {error}. Bytes left over are an error. `state` is play unless given. Long integers are
// pairs of int32 as the library has them, buffers {type: "Buffer", data: […]}. `metadataKeys` asks what the metadata
// of each entity type keep, `column` and `make` are those of columns.js.
const fs = require('fs')
const { createDeserializer, createSerializer } = require('minecraft-protocol')

const print = process.stdout.write.bind(process.stdout)
console.log = console.info = console.debug = console.error

// The writer of registry entries steps over a byte that has to be 0: buffers mustn't hold what was there before.
Buffer.allocUnsafe = Buffer.alloc

const made = new Map()

/** Both ways of a state, direction and version; compiling them takes a while, so they are kept. */
function codec ({ version, direction, state = 'play' }) {
  const key = `${version} ${direction} ${state}`
  if (!made.has(key)) {
    const toClient = direction === 'clientbound'
    made.set(key, {
      reader: createDeserializer({ state, isServer: !toClient, version, noErrorLogging: true }),
      writer: createSerializer({ state, isServer: toClient, version })
    })
  }
  return made.get(key)
}

function parse (request) {
  const buffer = Buffer.from(request.parse, 'hex')
  const { data, metadata } = codec(request).reader.parsePacketBuffer(buffer)
  if (metadata.size !== buffer.length) {
    throw new Error(`${data.name}: ${metadata.size} of ${buffer.length} bytes read`)
  }
  return data
}

function write (request) {
  return { hex: codec(request).writer.createPacketBuffer(request.write).toString('hex') }
}

const columns = require('./columns')({ parse, write })

/** Type → names of its metadata by index, for the types of which minecraft-data knows them. */
function metadataKeys ({ version }) {
  const entities = require('minecraft-data')(version).entitiesArray
  return Object.fromEntries(entities.filter((entity) => entity.metadataKeys)
    .map((entity) => [entity.name, entity.metadataKeys]))
}

function answer (request) {
  try {
    if ('column' in request) return columns.column(request)
    if ('make' in request) return columns.make(request)
    if ('metadataKeys' in request) return metadataKeys(request)
    return 'parse' in request ? parse(request) : write(request)
  } catch (error) {
    return { error: String(error.message || error) }
  }
}

const revive = (key, value) => value?.type === 'Buffer' && Array.isArray(value.data) ? Buffer.from(value.data) : value
const plain = (key, value) => typeof value === 'bigint' ? Number(value) : value

const requests = JSON.parse(fs.readFileSync(0, 'utf8'), revive)
print(JSON.stringify(requests.map(answer), plain))
