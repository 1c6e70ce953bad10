// A world for tests: flat grass to walk on, and below it every way a chunk section can be packed.
//
//   y 67      grass, walkable in all directions
//   y 48..66  dirt                           (single value; y 64 up shares its section with grass and air)
//   y 32..47  two states, by a hash          (4 bits)
//   y 16..31  about two hundred states       (8 bits)
//   y  0..15  states of the whole registry   (no palette)
//
// Each block follows from its position alone, so a chunk that was unloaded comes back as it was.
const { Vec3 } = require('vec3')

const GROUND = 67
const NETHER_GROUND = 49

function hash (x, y, z) {
  let h = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)) >>> 0
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) >>> 0
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39) >>> 0
  return (h ^ (h >>> 15)) >>> 0
}

/** Every block state that a vanilla server can send; to 1.12.2 a block's id and its four bits of data. */
function statesOf ({ blocksArray, supportFeature }) {
  return blocksArray.flatMap((block) => {
    if (supportFeature('theFlattening')) return range(block.minStateId, block.maxStateId + 1)
    const data = block.variations?.map(({ metadata }) => metadata) ?? [0]
    return data.map((four) => block.id << 4 | four)
  })
}

const range = (first, end) => Array.from({ length: end - first }, (_, index) => first + index)

/**
 * A function that fills a column up to a height. From 26.1 on sections count their fluids; prismarine-chunk looks into
 * two blocks for each one that is set, which takes ten times as long as all the rest. Here each state is looked at once.
 */
function filler (registry) {
  const Block = require('prismarine-block')(registry)
  const fluids = new Map()
  const isFluid = (state) => {
    if (!fluids.has(state)) {
      const block = Block.fromStateId(state, 0)
      fluids.set(state, ['water', 'lava'].includes(block.name) || Boolean(block.isWaterlogged))
    }
    return fluids.get(state)
  }
  return (chunk, top, stateAt) => {
    const counting = chunk.sections.filter((section) => section?.hasFluidCount)
    const lowest = (chunk.minY ?? 0) >> 4
    for (const section of counting) section.hasFluidCount = false
    const at = new Vec3(0, 0, 0)
    for (at.y = 0; at.y <= top; at.y++) {
      for (at.z = 0; at.z < 16; at.z++) {
        for (at.x = 0; at.x < 16; at.x++) {
          const state = stateAt(at)
          chunk.setBlockStateId(at, state)
          if (counting.length && isFluid(state)) chunk.sections[(at.y >> 4) - lowest].fluidCount += 1
        }
      }
    }
    for (const section of counting) section.hasFluidCount = true
  }
}

function generation ({ registry, flat = false }) {
  const Chunk = require('prismarine-chunk')(registry)
  const states = statesOf(registry)
  const { dirt, grass_block: grass = registry.blocksByName.grass, stone, gold_block: gold } = registry.blocksByName
  const plains = registry.biomesByName.plains.id
  const buried = (x, y, z) => {
    if (y >= 48 || flat) return dirt.defaultState
    if (y >= 32) return hash(x, y, z) % 2 ? stone.defaultState : gold.defaultState
    if (y >= 16) return states[1 + hash(x, y, z) % 200]
    return states[hash(x, y, z) % states.length]
  }
  const grassTop = grass.defaultState

  const fill = filler(registry)

  return (chunkX, chunkZ) => {
    const chunk = new Chunk()
    fill(chunk, GROUND, ({ x, y, z }) => y === GROUND ? grassTop : buried(chunkX * 16 + x, y, chunkZ * 16 + z))
    const at = new Vec3(0, 0, 0)
    for (at.y = 0; at.y < 256; at.y += 4) {
      for (at.z = 0; at.z < 16; at.z += 4) {
        for (at.x = 0; at.x < 16; at.x += 4) chunk.setBiome(at, plains)
      }
    }
    return chunk
  }
}

/** The other dimension: lower, without sky light, netherrack with gold in it up to y 49. */
function nether ({ registry }) {
  const Chunk = require('prismarine-chunk')(registry)
  const { netherrack, nether_gold_ore: gold = registry.blocksByName.quartz_ore } = registry.blocksByName
  const fill = filler(registry)
  return (chunkX, chunkZ) => {
    const chunk = new Chunk({ minY: 0, worldHeight: 256 })
    fill(chunk, NETHER_GROUND, ({ x, y, z }) => {
      const rich = hash(chunkX * 16 + x, y, chunkZ * 16 + z) % 7 === 0
      return (rich ? gold : netherrack).defaultState
    })
    if ('skyLightSent' in chunk) { // to 1.12.2 sections carry their light, in this world no sky light
      chunk.skyLightSent = false
      for (const section of chunk.sections) if (section?.skyLight) section.skyLight = null
    }
    return chunk
  }
}

module.exports = generation
module.exports.nether = nether
module.exports.SPAWN = new Vec3(0.5, GROUND + 1, 0.5)
module.exports.NETHER_SPAWN = new Vec3(8.5, NETHER_GROUND + 1, 8.5)
