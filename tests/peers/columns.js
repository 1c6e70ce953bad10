// Chunk columns by prismarine-chunk, in packets by node-minecraft-protocol.
//
// `column` ({packets, minY, worldHeight, at}) reads the packets of a column; the answer is [state, biome, sky light] for
// each of the positions `at`, or without them {states, biomes} of the whole column. `make` ({x, z, minY, worldHeight,
// states, biomes, heightmaps}) writes a map_chunk packet, answered as {hex}. States (of each block) and biomes (of
// each 4x4x4 cell) are little-endian uint16 in order y, z, x, in base64; heightmaps are name → pairs of int32.
const { Vec3 } = require('vec3')

function newColumn (version, { minY, worldHeight }) {
  const ChunkColumn = require('prismarine-chunk')(require('prismarine-registry')(version))
  return new ChunkColumn({ minY, worldHeight })
}

function * positions ({ minY, worldHeight }, step) {
  for (let y = minY; y < minY + worldHeight; y += step) {
    for (let z = 0; z < 16; z += step) {
      for (let x = 0; x < 16; x += step) yield new Vec3(x, y, z)
    }
  }
}

const base64 = (ids) => Buffer.from(Uint16Array.from(ids).buffer).toString('base64')

function numbers (text) {
  const bytes = Buffer.from(text, 'base64')
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

/** What prismarine-chunk finds in a column that came as map_chunk, to 1.17 beside update_light. */
function column (parse, { version, column: { packets, at, ...extent } }) {
  const chunk = newColumn(version, extent)
  for (const hex of packets) {
    const { name, params } = parse({ version, direction: 'clientbound', parse: hex })
    if (name === 'map_chunk') {
      chunk.load(params.chunkData, params.bitMap)
      if (params.biomes !== undefined) chunk.loadBiomes(params.biomes)
    }
    if (params.skyLight !== undefined) {
      chunk.loadParsedLight(params.skyLight, params.blockLight, params.skyLightMask, params.blockLightMask,
        params.emptySkyLightMask, params.emptyBlockLightMask)
    } else if (name === 'update_light') {
      chunk.loadLight(params.data, params.skyLightMask, params.blockLightMask, params.emptySkyLightMask,
        params.emptyBlockLightMask)
    }
  }
  if (at !== undefined) {
    return at.map(([x, y, z]) => {
      const place = new Vec3(x, y, z)
      return [chunk.getBlockStateId(place), chunk.getBiome(place), chunk.getSkyLight(place)]
    })
  }
  return {
    states: base64(Array.from(positions(extent, 1), (place) => chunk.getBlockStateId(place))),
    biomes: base64(Array.from(positions(extent, 4), (place) => chunk.getBiome(place)))
  }
}

/** A map_chunk packet of the states and biomes that are given, its sections written by prismarine-chunk. */
function make (write, { version, make: { x, z, states, biomes, heightmaps, ...extent } }) {
  const chunk = newColumn(version, extent)
  const stateIds = numbers(states)
  const biomeIds = numbers(biomes)
  let index = 0
  for (const place of positions(extent, 1)) {
    const id = stateIds[index++]
    if (id !== 0) chunk.setBlockStateId(place, id) // a new column is full of air
  }
  index = 0
  for (const place of positions(extent, 4)) chunk.setBiome(place, biomeIds[index++])
  const params = {
    x,
    z,
    groundUp: true,
    bitMap: chunk.getMask(),
    heightmaps: heightmapsOf(version, heightmaps),
    biomes: chunk.dumpBiomes(),
    chunkData: chunk.dump(),
    blockEntities: [],
    trustEdges: true,
    skyLightMask: [],
    blockLightMask: [],
    emptySkyLightMask: [],
    emptyBlockLightMask: [],
    skyLight: [],
    blockLight: []
  }
  return write({ version, direction: 'clientbound', write: { name: 'map_chunk', params } })
}

const HEIGHTMAPS = { WORLD_SURFACE: 1, MOTION_BLOCKING: 4 }

/** Name → longs, as the version has them: NBT, by number, or by name. */
function heightmapsOf (version, heightmaps) {
  const since = require('minecraft-data')(version).version['>=']
  const entries = Object.entries(heightmaps)
  if (since('1.21.5')) {
    return entries.map(([name, data]) => ({ type: since('1.21.6') ? name.toLowerCase() : HEIGHTMAPS[name], data }))
  }
  const value = Object.fromEntries(entries.map(([name, longs]) => [name, { type: 'longArray', value: longs }]))
  return { type: 'compound', name: '', value }
}

module.exports = ({ parse, write }) => ({
  column: (request) => column(parse, request),
  make: (request) => make(write, request)
})
