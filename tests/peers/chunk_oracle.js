// What prismarine-chunk reads in the recorded map_chunk packets of a release.
//
//   node chunk_oracle.js <release> <output folder>
//
// Writes <n>.states, every block's state id as little-endian uint16 in order y, z, x from the bottom of the world
// up, <n>.biomes, every 4x4x4 cell's biome id likewise, and prints one JSON line a packet with its place. The
// packets are taken from minecraft-packets' JSON, so that no code of ours has read them before. The columns of
// map_chunk_bulk (1.8) follow, called <n>-<index>.
const fs = require('fs')
const path = require('path')
const { Vec3 } = require('vec3')

const [release, output] = process.argv.slice(2)
const registry = require('prismarine-registry')(release)
const ChunkColumn = require('prismarine-chunk')(registry)
const recorded = path.join(
  path.dirname(require.resolve('minecraft-packets/package.json')),
  'minecraft-packets', 'data', 'pc', release, 'from-server'
)

function load (packet) {
  const column = new ChunkColumn({ minY: -64, worldHeight: 384 })
  column.load(Buffer.from(packet.chunkData.data), packet.bitMap)
  if (packet.biomes !== undefined) column.loadBiomes(packet.biomes)
  return column
}

function * positions (minY, height, step) {
  for (let y = minY; y < minY + height; y += step) {
    for (let z = 0; z < 16; z += step) {
      for (let x = 0; x < 16; x += step) yield new Vec3(x, y, z)
    }
  }
}

function write (name, ids) {
  fs.writeFileSync(path.join(output, name), Buffer.from(Uint16Array.from(ids).buffer))
}

function * packets (name) {
  const folder = path.join(recorded, name)
  if (!fs.existsSync(folder)) return
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.json')).sort()) {
    yield [path.basename(file, '.json'), JSON.parse(fs.readFileSync(path.join(folder, file)))]
  }
}

/** The columns of a map_chunk_bulk, one behind the other: shorts, two kinds of light and biomes. */
function * columnsOf (bulk) {
  const data = Buffer.from(bulk.data.data)
  let offset = 0
  for (const { x, z, bitMap } of bulk.meta) {
    const sections = bitMap.toString(2).replaceAll('0', '').length
    const size = sections * (bulk.skyLightSent ? 12288 : 10240) + 256
    yield { x, z, bitMap, chunkData: { data: data.subarray(offset, offset + size) } }
    offset += size
  }
  if (offset !== data.length) throw new Error(`${offset} of ${data.length} bytes are columns`)
}

function tell (number, packet) {
  const column = load(packet)
  const minY = column.minY ?? 0
  const height = column.worldHeight ?? 256
  write(`${number}.states`, Array.from(positions(minY, height, 1), (p) => column.getBlockStateId(p)))
  write(`${number}.biomes`, Array.from(positions(minY, height, 4), (p) => column.getBiome(p)))
  console.log(JSON.stringify({ number, x: packet.x, z: packet.z, minY, height }))
}

for (const [number, packet] of packets('map_chunk')) tell(number, packet)
for (const [number, bulk] of packets('map_chunk_bulk')) {
  for (const [index, column] of [...columnsOf(bulk)].entries()) tell(`${number}-${index}`, column)
}
