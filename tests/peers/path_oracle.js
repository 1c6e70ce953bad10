// The ways that mineflayer-pathfinder finds, digging and placing off.
//
//   world {name, version, minY, worldHeight, packets}         columns as map_chunk (id and body) in base64
//   solve {world, searches, leap, drop, corners, polls, across, upright, refused}
//
// `searches` are [start, goal], places being block positions of feet, [x, y, z]. `leap` allows jumps over gaps, `drop` is
// the deepest fall in blocks of feet height; without `corners` no diagonal step leads past a whole block, where no body
// gets through straight. `polls` are the nodes that a search may expand before it gives up; it keeps to the box between
// its ends, grown by `across` and `upright` blocks. `refused` are steps, [from, to], that it mustn't take. Each search is
// answered by {status, nodes, ms, processor, path}: status is success, noPath or spent, path its nodes behind the start; ms
// are by the clock and of processor time.
//
// Search and moves are the package's own; what they want of a bot is the world, prismarine-chunk's as in mineflayer.
const { performance } = require('perf_hooks')
const { serve } = require('./lines')
const { createDeserializer } = require('minecraft-protocol')
const AStar = require('mineflayer-pathfinder/lib/astar')
const Move = require('mineflayer-pathfinder/lib/move')
const Movements = require('mineflayer-pathfinder/lib/movements')
const { GoalBlock } = require('mineflayer-pathfinder/lib/goals')

const bots = new Map()

function world ({ name, version, minY, worldHeight, packets }) {
  const registry = require('prismarine-registry')(version)
  const ChunkColumn = require('prismarine-chunk')(registry)
  const world = new (require('prismarine-world')(registry))(null).sync
  const reader = createDeserializer({ state: 'play', isServer: false, version, noErrorLogging: true })
  for (const packet of packets) {
    const { name, params } = reader.parsePacketBuffer(Buffer.from(packet, 'base64')).data
    if (name !== 'map_chunk') throw new Error(`${name} isn't a column`)
    const column = new ChunkColumn({ minY, worldHeight })
    column.load(params.chunkData, params.bitMap)
    world.setColumn(params.x, params.z, column)
  }
  // mineflayer's own blockAt, and nobody else there
  const blockAt = (place) => world.getBlock(place)
  bots.set(name, { registry, entity: {}, entities: {}, game: { minY }, blockAt })
}

function solve ({ world, searches, leap, drop, corners, polls, across, upright, refused }) {
  const movements = Object.assign(new Movements(bots.get(world)), {
    canDig: false,
    scafoldingBlocks: [],
    allow1by1towers: false,
    allowParkour: leap,
    maxDropDown: drop + 1 // counted to the block that it lands on
  })
  const steps = new Set(refused.map(([from, to]) => `${from}>${to}`))
  return searches.map(([start, goal]) => {
    const inside = box(start, goal, [across, upright, across])
    const may = (from, to) => inside(to) && (corners || !pastCorner(movements, from, to)) &&
      !(steps.size && steps.has(`${from.hash}>${to.hash}`))
    return search(movements, new Move(...start, 0, 0), new GoalBlock(...goal), polls, may)
  })
}

/** Whether a place is in the box between two others, grown. */
function box (start, goal, grown) {
  const low = grown.map((by, axis) => Math.min(start[axis], goal[axis]) - by)
  const high = grown.map((by, axis) => Math.max(start[axis], goal[axis]) + by)
  return ({ x, y, z }) => [x, y, z].every((at, axis) => low[axis] <= at && at <= high[axis])
}

/** Whether a diagonal step leads past a whole block, at the height of feet or head where they are highest. */
function pastCorner (movements, from, to) {
  if (Math.abs(to.x - from.x) !== 1 || Math.abs(to.z - from.z) !== 1) return false
  const y = Math.max(from.y, to.y)
  return [[from.x, to.z], [to.x, from.z]].some(([x, z]) =>
    [y, y + 1].some((y) => isWhole(movements.getBlock({ x, y, z }, 0, 0, 0))))
}

function isWhole ({ shapes }) {
  return shapes?.length === 1 && shapes[0].every((edge, index) => edge === (index < 3 ? 0 : 1))
}

class Spent extends Error {}

function search (movements, start, goal, polls, may) {
  let expanded = 0
  const getNeighbors = (node) => {
    if (++expanded > polls) throw new Spent()
    return movements.getNeighbors(node).filter((neighbor) => may(node, neighbor))
  }
  const began = performance.now()
  const cpu = process.cpuUsage()
  const astar = new AStar(start, { getNeighbors }, goal, Infinity, Infinity)
  let result = { status: 'spent', path: [] }
  try {
    result = astar.compute()
  } catch (error) {
    if (!(error instanceof Spent)) throw error
  }
  const { user, system } = process.cpuUsage(cpu)
  return {
    status: result.status,
    nodes: astar.closedDataSet.size,
    ms: performance.now() - began,
    processor: (user + system) / 1000,
    path: result.path.map(({ x, y, z }) => [x, y, z])
  }
}

/** What ran, for a benchmark. */
function versions () {
  return {
    node: process.version,
    'mineflayer-pathfinder': require('mineflayer-pathfinder/package.json').version,
    'prismarine-chunk': require('prismarine-chunk/package.json').version,
    'prismarine-world': require('prismarine-world/package.json').version
  }
}

serve({ world, solve, versions })
