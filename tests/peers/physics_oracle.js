// How prismarine-physics, which moves mineflayer's players, moves a player through courses.
//
//   node physics_oracle.js < [{"release", "figures", "blocks": [[x, y, z, state], ...], "start", "velocity", "script"}]
//
// `script` is a list of [keys, yaw] a tick: keys as mineflayer names them, yaw in vanilla's degrees. `figures` are
// properties of the physics to set: those that it has from another release than the course's. Around the blocks is
// air. Prints one JSON line a course: the position after each tick.
//
// To 1.12, whose states are id << 4 | metadata, prismarine-block knows the boxes of few metadata; there they are those
// of minecraft-data's own table. They don't say what a block is connected to: a course with `connected`, the release and
// the states of its blocks in it, takes the boxes from there.
const { Vec3 } = require('vec3')
const { Physics, PlayerState } = require('prismarine-physics')

const KEYS = ['forward', 'back', 'left', 'right', 'jump', 'sprint', 'sneak']
const courses = JSON.parse(require('fs').readFileSync(0))

const releases = new Map()
function load (release) {
  if (!releases.has(release)) {
    const registry = require('prismarine-registry')(release)
    releases.set(release, { registry, Block: require('prismarine-block')(registry) })
  }
  return releases.get(release)
}

function shapesOf (registry, state) {
  const { shapes, blocks } = registry.blockCollisionShapes
  const shape = blocks[registry.blocks[state >> 4].name]
  return shapes[Array.isArray(shape) ? shape[state & 15] : shape]
}

function worldOf ({ registry, Block }, { blocks, connected }) {
  const flattened = registry.supportFeature('blockStateId')
  const air = Block.fromStateId(0, 0)
  const known = new Map()
  for (const [index, [x, y, z, state]] of blocks.entries()) {
    const block = Block.fromStateId(state, 0)
    block.position = new Vec3(x, y, z)
    if (connected) {
      const { shapes } = load(connected.release).Block.fromStateId(connected.states[index], 0)
      Object.defineProperty(block, 'shapes', { value: shapes })
    } else if (!flattened) {
      Object.defineProperty(block, 'shapes', { value: shapesOf(registry, state) })
    }
    known.set(`${x} ${y} ${z}`, block)
  }
  return {
    getBlock ({ x, y, z }) {
      return known.get(`${Math.floor(x)} ${Math.floor(y)} ${Math.floor(z)}`) ?? air
    }
  }
}

/** The parts of a mineflayer bot that its physics reads. */
function player (version, { start, velocity }) {
  return {
    version,
    entity: { position: new Vec3(...start), velocity: new Vec3(...velocity), effects: {}, attributes: {}, pitch: 0 },
    inventory: { slots: [] },
    jumpTicks: 0
  }
}

for (const course of courses) {
  const release = load(course.release)
  const world = worldOf(release, course)
  const physics = Object.assign(Physics(release.registry, world), course.figures)
  const state = new PlayerState(player(course.release, course), {})
  const positions = course.script.map(([keys, yaw]) => {
    state.control = Object.fromEntries(KEYS.map((key) => [key, keys.includes(key)]))
    state.yaw = Math.PI - yaw * Math.PI / 180
    physics.simulatePlayer(state, world)
    return [state.pos.x, state.pos.y, state.pos.z]
  })
  console.log(JSON.stringify(positions))
}
