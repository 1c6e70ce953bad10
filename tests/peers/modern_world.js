// A world of columns that prismarine-chunk packs, for modern.js.
const { Vec3 } = require('vec3')

class World {
  /** `generate(chunkX, chunkZ)` makes a column the first time that it is asked for. */
  constructor (registry, name, generate, spawn) {
    this.registry = registry
    this.name = name
    this.generate = generate
    this.spawn = spawn
    this.columns = new Map()
  }

  column (x, z) {
    const key = `${x},${z}`
    if (!this.columns.has(key)) this.columns.set(key, this.generate(x, z))
    return this.columns.get(key)
  }

  block (position) {
    return this.column(position.x >> 4, position.z >> 4).getBlockStateId(within(position))
  }

  setBlock (position, state) {
    this.column(position.x >> 4, position.z >> 4).setBlockStateId(within(position), state)
  }

  /** A map_chunk packet. */
  chunkPacket (x, z) {
    const column = this.column(x, z)
    return {
      x,
      z,
      heightmaps: this.heightmaps(),
      chunkData: column.dump(),
      blockEntities: [],
      ...column.dumpLight()
    }
  }

  /** All the same and only roughly true: nothing here reads them. From 1.21.5 no NBT but a list of arrays. */
  heightmaps () {
    const data = new Array(37).fill([0, 0])
    const layout = this.registry.protocol.play.toClient.types.packet_map_chunk[1].find(({ name }) => name === 'heightmaps').type
    if (layout === 'anonymousNbt') {
      return { type: 'compound', name: '', value: { MOTION_BLOCKING: { type: 'longArray', value: data } } }
    }
    const [kind] = layout[1].type[1].find(({ name }) => name === 'type').type
    return [{ type: kind === 'mapper' ? 'motion_blocking' : 4, data }]
  }
}

const within = ({ x, y, z }) => new Vec3(x & 15, y, z & 15)

module.exports = { World }
