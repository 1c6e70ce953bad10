// Times prismarine-chunk on the recorded columns of a release; prints one JSON object, times in microseconds a column.
//
//   node benchmarks/chunks/prismarine.js <release> <rounds>
//
// "load": a column object made from the packet's chunk data, its blocks still packed as prismarine-chunk keeps them.
// "decoded": the same, and every block's state id read into one array. "parsed": the packet read by
// node-minecraft-protocol (NBT, light, block entities), then loaded.
const fs = require('fs')
const path = require('path')
const { createRequire } = require('module')

const peers = createRequire(path.join(__dirname, '..', '..', 'tests', 'peers', 'package.json'))
const [release, rounds] = [process.argv[2], Number(process.argv[3])]
const registry = peers('prismarine-registry')(release)
const ChunkColumn = peers('prismarine-chunk')(registry)
const { createDeserializer, states } = peers('minecraft-protocol')
const folder = path.join(
  path.dirname(peers.resolve('minecraft-packets/package.json')),
  'minecraft-packets', 'data', 'pc', release, 'from-server', 'map_chunk'
)

const deserializer = createDeserializer({ state: states.PLAY, isServer: false, version: release, noErrorLogging: true })
const raw = fs.readdirSync(folder).filter((name) => name.endsWith('.raw')).sort()
  .map((name) => fs.readFileSync(path.join(folder, name)))
const packets = raw.map((data) => deserializer.parsePacketBuffer(data).data.params)

function load (packet) {
  const column = new ChunkColumn({ minY: -64, worldHeight: 384 })
  column.load(packet.chunkData, packet.bitMap)
  if (packet.biomes !== undefined) column.loadBiomes(packet.biomes)
  return column
}

function decoded (packet) {
  const column = load(packet)
  const minY = column.minY ?? 0
  const height = column.worldHeight ?? 256
  const ids = new Uint16Array(height * 256)
  const pos = { x: 0, y: 0, z: 0 }
  let index = 0
  for (pos.y = minY; pos.y < minY + height; pos.y++) {
    for (pos.z = 0; pos.z < 16; pos.z++) {
      for (pos.x = 0; pos.x < 16; pos.x++) ids[index++] = column.getBlockStateId(pos)
    }
  }
  return ids
}

const parsed = (data) => load(deserializer.parsePacketBuffer(data).data.params)

function time (work, inputs) {
  for (let round = 0; round < 20; round++) inputs.forEach(work) // let the compiler warm up
  const figures = []
  for (let round = 0; round < rounds; round++) {
    const start = process.hrtime.bigint()
    for (const input of inputs) work(input)
    figures.push(Number(process.hrtime.bigint() - start) / 1000 / inputs.length)
  }
  figures.sort((a, b) => a - b)
  return { best: figures[0], median: figures[figures.length >> 1] }
}

console.log(JSON.stringify({
  node: process.version,
  'prismarine-chunk': peers('prismarine-chunk/package.json').version,
  'minecraft-protocol': peers('minecraft-protocol/package.json').version,
  checksum: packets.reduce((sum, packet) => decoded(packet).reduce((a, b) => a + b, sum), 0),
  load: time(load, packets),
  decoded: time(decoded, packets),
  parsed: time(parsed, raw)
}))
