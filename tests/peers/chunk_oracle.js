// What prismarine-chunk reads in the recorded map_chunk packets of a release.
//
//   node chunk_oracle.js <release> <output folder>
//
// Writes <n>.states, every block's state id as little-endian uint16 in order y, z, x from the bottom of the world
// up, <n>.biomes, every 4x4x4 cell's biome id likewise, and prints one JSON line a packet with its place. The
// packets are taken from minecraft-packets' JSON, so that no code of ours has read them before.
const fs = require('fs')
const path = require('path')

const [release, output] = process.argv.slice(2)
const registry = require('prismarine-registry')(release)
const ChunkColumn = require('prismarine-chunk')(registry)
const packets = path.join(
  path.dirname(require.resolve('minecraft-packets/package.json')),
  'minecraft-packets', 'data', 'pc', release, 'from-server', 'map_chunk'
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
      for (let x = 0; x < 16; x += step) yield { x, y, z }
    }
  }
}

function write (name, ids) {
  fs.writeFileSync(path.join(output, name), Buffer.from(Uint16Array.from(ids).buffer))
}

for (const file of fs.readdirSync(packets).filter((name) => name.endsWith('.json')).sort()) {
  const number = path.basename(file, '.json')
  const packet = JSON.parse(fs.readFileSync(path.join(packets, file)))
  const column = load(packet)
  const minY = column.minY ?? 0
  const height = column.worldHeight ?? 256
  write(`${number}.states`, Array.from(positions(minY, height, 1), (p) => column.getBlockStateId(p)))
  write(`${number}.biomes`, Array.from(positions(minY, height, 4), (p) => column.getBiome(p)))
  console.log(JSON.stringify({ number, x: packet.x, z: packet.z, minY, height }))
}
