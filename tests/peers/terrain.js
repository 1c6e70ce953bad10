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

function generation ({ registry, flat = false }) {
  const Chunk = require('prismarine-chunk')(registry)
  const states = registry.blocksArray.reduce((most, block) => Math.max(most, block.maxStateId), 0) + 1
  const { dirt, grass_block: grass, stone, gold_block: gold } = registry.blocksByName
  const plains = registry.biomesByName.plains.id
  const buried = (x, y, z) => {
    if (y >= 48 || flat) return dirt.defaultState
    if (y >= 32) return hash(x, y, z) % 2 ? stone.defaultState : gold.defaultState
    if (y >= 16) return 1 + hash(x, y, z) % 200
    return hash(x, y, z) % states
  }
  const grassTop = grass.minStateId + 1 // snowy=true comes first

  return (chunkX, chunkZ) => {
    const chunk = new Chunk()
    const at = new Vec3(0, 0, 0)
    for (at.y = 0; at.y <= GROUND; at.y++) {
      for (at.z = 0; at.z < 16; at.z++) {
        for (at.x = 0; at.x < 16; at.x++) {
          chunk.setBlockStateId(at, at.y === GROUND ? grassTop : buried(chunkX * 16 + at.x, at.y, chunkZ * 16 + at.z))
        }
      }
    }
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
  const { netherrack, nether_gold_ore: gold } = registry.blocksByName
  return (chunkX, chunkZ) => {
    const chunk = new Chunk({ minY: 0, worldHeight: 256 })
    const at = new Vec3(0, 0, 0)
    for (at.y = 0; at.y < NETHER_GROUND + 1; at.y++) {
      for (at.z = 0; at.z < 16; at.z++) {
        for (at.x = 0; at.x < 16; at.x++) {
          const rich = hash(chunkX * 16 + at.x, at.y, chunkZ * 16 + at.z) % 7 === 0
          chunk.setBlockStateId(at, (rich ? gold : netherrack).defaultState)
        }
      }
    }
    return chunk
  }
}

module.exports = generation
module.exports.nether = nether
module.exports.SPAWN = new Vec3(0.5, GROUND + 1, 0.5)
module.exports.NETHER_SPAWN = new Vec3(8.5, NETHER_GROUND + 1, 8.5)
