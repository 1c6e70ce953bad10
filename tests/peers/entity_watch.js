// What a client sees of one entity, over time: a sample after each physics tick, and whether its body is inside a block.
const { Vec3 } = require('vec3')

const PLAYER = { width: 0.6, height: 1.8 }
const TOUCH = 0.002 // blocks that a body may be in another one: places on the wire are rounded
const TELEPORTS = ['entity_teleport', 'sync_entity_position']
const MOVES = ['rel_entity_move', 'entity_move_look', ...TELEPORTS]

/** The first block of the bot's world that a body at a place is inside of: its name and place, or null. */
function blockAround (bot, { x, y, z }, { width, height } = PLAYER) {
  const half = width / 2 - TOUCH
  const [low, high] = [[x - half, y + TOUCH, z - half], [x + half, y + height - TOUCH, z + half]]
  const at = new Vec3(0, 0, 0)
  for (at.y = Math.floor(low[1]) - 1; at.y < high[1]; at.y++) { // from one below: fences reach out of their block
    for (at.z = Math.floor(low[2]); at.z < high[2]; at.z++) {
      for (at.x = Math.floor(low[0]); at.x < high[0]; at.x++) {
        const block = bot.blockAt(at, false)
        const corner = at.toArray()
        const inside = (box) => corner.every((edge, axis) => edge + box[axis] < high[axis] && edge + box[axis + 3] > low[axis])
        if (block?.shapes.some(inside)) return { name: block.name, position: corner }
      }
    }
  }
  return null
}

/**
 * Watches an entity until it is stopped or asked for its samples. On a busy machine several moves arrive between two
 * ticks, or none: each sample says how many there were, and whether one of them was a teleport.
 */
class EntityWatch {
  constructor (bot, id, describe) {
    Object.assign(this, { bot, id, describe, samples: [], moves: 0, teleports: 0, places: [], tick: 0 })
    this.sample = this.sample.bind(this)
    bot.on('physicsTick', this.sample)
    this.onPacket = (packet, { name }) => {
      if (packet?.entityId !== id || !MOVES.includes(name)) return
      this.moves += 1
      if (TELEPORTS.includes(name)) this.teleports += 1
    }
    this.onMove = (entity) => { // after mineflayer has moved it
      if (entity.id !== id) return
      const place = entity.position.toArray()
      if (!this.places.length || this.places.at(-1).some((value, axis) => value !== place[axis])) this.places.push(place)
    }
    bot._client.on('packet', this.onPacket)
    bot.on('entityMoved', this.onMove)
    bot.once('end', () => this.stop())
  }

  sample () {
    const entity = this.bot.entities[this.id]
    this.tick += 1
    if (!entity) return
    const { position, yaw, pitch, head_yaw: headYaw } = this.describe(entity, this.bot)
    this.samples.push({
      tick: this.tick,
      position,
      yaw,
      pitch,
      head_yaw: headYaw,
      moves: this.moves,
      teleports: this.teleports,
      inside: blockAround(this.bot, entity.position),
      below: this.bot.blockAt(entity.position.offset(0, -0.3, 0), false)?.name ?? null
    })
    this.moves = this.teleports = 0
  }

  stop () {
    this.bot.off('physicsTick', this.sample)
    this.bot.off('entityMoved', this.onMove)
    this.bot._client.off('packet', this.onPacket)
  }

  /** Stop, and return the samples, one for each tick, and each place it was moved to in between. */
  take () {
    this.stop()
    return { samples: this.samples, places: this.places }
  }
}

module.exports = { EntityWatch }
