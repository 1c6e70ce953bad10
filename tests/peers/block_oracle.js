// What prismarine-block says of block states.
//
//   node block_oracle.js < {"1.20.1": [0, 1, ...], ...}
//
// Prints one JSON line a release: {"release": ..., "count": <how many states it has>, "states": [[name, properties,
// collision boxes], ...]} in the order asked for. To 1.12, whose states are id << 4 | metadata, prismarine-block knows
// the boxes of few metadata; there they are looked up in minecraft-data's own table, and the properties and name are
// those after the flattening (null where it has none).
const fs = require('fs')
const minecraftData = require('minecraft-data')

const asked = JSON.parse(fs.readFileSync(0))

function legacy (registry, state) {
  const [id, metadata] = [state >> 4, state & 15]
  const text = minecraftData.legacy.pc.blocks[`${id}:${metadata}`]
  const block = registry.blocks[id]
  if (text === undefined || block === undefined) return [null, {}, []]
  const [name, rest] = text.replace('minecraft:', '').replace(']', '').split('[')
  const { shapes, blocks } = registry.blockCollisionShapes
  const shape = blocks[block.name]
  return [
    name,
    Object.fromEntries(rest === undefined ? [] : rest.split(',').map((pair) => pair.split('='))),
    shapes[Array.isArray(shape) ? shape[metadata] : shape]
  ]
}

for (const [release, states] of Object.entries(asked)) {
  const registry = require('prismarine-registry')(release)
  const Block = require('prismarine-block')(registry)
  const flattened = registry.supportFeature('blockStateId')
  const count = flattened ? Math.max(...Object.values(registry.blocks).map((block) => block.maxStateId)) + 1 : null
  const answers = states.map((state) => {
    if (!flattened) return legacy(registry, state)
    const block = Block.fromStateId(state, 0)
    return [block.name, block.getProperties(), block.shapes]
  })
  console.log(JSON.stringify({ release, count, states: answers }))
}
