// What a client is told that an entity does, with the physics tick of the client in which it heard of it.

const TEAM_PACKETS = ['teams', 'scoreboard_team']
const SOUNDS = ['sound_effect', 'named_sound_effect']
const MAIN_HAND = 0

const plain = (key, value) => typeof value === 'bigint' ? Number(value) : value

/** Keeps every packet about an entity, its rider's seat and its name, as {tick, packet, …}. */
class ActWatch {
  constructor (bot) {
    Object.assign(this, { bot, acts: [], tick: 0 })
    this.Item = require('prismarine-item')(bot.registry)
    this.Message = require('prismarine-chat')(bot.registry)
    this.onTick = () => { this.tick += 1 }
    this.onPacket = (data, { name }) => this.note(name, data)
    bot.on('physicsTick', this.onTick)
    bot._client.on('packet', this.onPacket)
  }

  keep (packet, fields) {
    this.acts.push(JSON.parse(JSON.stringify({ tick: this.tick, packet, ...fields }, plain)))
  }

  note (name, data) {
    const entity = data?.entityId
    if (name === 'entity_metadata') {
      this.keep(name, { entity, values: Object.fromEntries(data.metadata.map(({ key, value }) => [key, value ?? null])) })
    } else if (name === 'animation') {
      this.keep(name, { entity, animation: data.animation })
    } else if (name === 'entity_head_rotation') {
      this.keep(name, { entity, yaw: data.headYaw & 0xff })
    } else if (name === 'entity_look') {
      this.keep(name, { entity, yaw: data.yaw & 0xff, pitch: data.pitch & 0xff })
    } else if (name === 'entity_equipment') {
      this.noteEquipment(entity, data)
    } else if (name === 'set_passengers') {
      for (const rider of data.passengers) this.keep('ride', { entity: rider, vehicle: entity })
    } else if (name === 'world_particles') {
      this.keep(name, { at: [data.x, data.y, data.z], kind: data.particle?.type ?? data.particleId })
    } else if (SOUNDS.includes(name)) {
      this.keep('sound', { at: [data.x / 8, data.y / 8, data.z / 8] })
    } else if (TEAM_PACKETS.includes(name)) {
      this.noteTeam(data)
    }
  }

  noteEquipment (entity, { equipments, slot, item }) {
    for (const worn of equipments ?? [{ slot, item }]) {
      if (worn.slot === MAIN_HAND) this.keep('held', { entity, item: this.Item.fromNotch(worn.item)?.name ?? null })
    }
  }

  /** What stands behind a name: plain text to 1.12.2. */
  noteTeam ({ team, mode, players = [], suffix }) {
    if (suffix === undefined) return this.keep('team', { team, members: players, text: '' })
    const text = this.bot.registry.version['<=']('1.12.2')
      ? suffix.replace(/\u00a7./g, '')
      : this.Message.fromNotch(suffix).toString()
    this.keep('team', { team, members: players, text: text.trim() })
  }

  /** Stop, and return what there was. */
  take () {
    this.bot.off('physicsTick', this.onTick)
    this.bot._client.off('packet', this.onPacket)
    return this.acts
  }
}

module.exports = { ActWatch }
