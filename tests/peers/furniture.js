// Doors that open and chests with something in them, for squid.js: flying-squid has no doors, and shows a chest's window
// in the numbers of some releases only, with nothing in it. Clients are told what a vanilla server tells them.
const { Vec3 } = require('vec3')
const CHEST_SLOTS = 27
const PLAYER_SLOTS = 36
const FACING_NORTH = 2 // the data of a chest to 1.12.2, where no chest has 0
const GENERIC_9X3 = 2 // a kind of window in the registry of 1.14 and later

class Furniture {
  /** For a server that is ready: it hears of every click on a door or chest from now on. */
  constructor (server) {
    const { blocksByName } = server.registry
    this.server = server
    this.Item = require('prismarine-item')(server.registry)
    this.Block = require('prismarine-block')(server.registry)
    this.isFlattened = server.supportFeature('theFlattening')
    this.door = blocksByName.oak_door ?? blocksByName.wooden_door
    this.contents = new Map()
    server.onBlockInteraction(this.door.name, ({ block }) => this.turn(block.position))
    server.onBlockInteraction('chest', ({ block, player }) => this.open(player, block.position), false)
  }

  // --- doors

  halfState (half, open) {
    if (!this.isFlattened) return this.door.id << 4 | (half === 'upper' ? 8 : open ? 4 : 0)
    return this.Block.fromProperties(this.door.id, { facing: 'east', half, hinge: 'left', open, powered: false }, 0).stateId
  }

  async setDoor (lower, open) {
    const { server } = this
    await server.setBlock(server.overworld, lower, this.halfState('lower', open))
    await server.setBlock(server.overworld, lower.offset(0, 1, 0), this.halfState('upper', open))
  }

  /** A closed one, in the east of its block. */
  putDoor (lower) {
    return this.setDoor(lower, false)
  }

  /** Somebody uses a half of one. */
  async turn (position) {
    const below = position.offset(0, -1, 0)
    const lower = await this.server.overworld.getBlockType(below) === this.door.id ? below : position
    const isClosed = await this.server.overworld.getBlockStateId(lower) === this.halfState('lower', false)
    await this.setDoor(lower, isClosed)
    return true // nothing is placed there
  }

  // --- chests

  /** One with stacks, [name, count] each. */
  async putChest (position, items) {
    const { registry, overworld } = this.server
    const { id, defaultState } = registry.blocksByName.chest
    const slots = new Array(CHEST_SLOTS).fill(null)
    items.forEach(([name, count], slot) => { slots[slot] = new this.Item(registry.itemsByName[name].id, count) })
    this.contents.set(String(position), slots)
    await this.server.setBlock(overworld, position, this.isFlattened ? defaultState : id << 4 | FACING_NORTH)
  }

  showLid (location, viewers) {
    const packet = { location, byte1: 1, byte2: viewers, blockId: this.server.registry.blocksByName.chest.id }
    for (const player of this.server.players) player._client.write('block_action', packet)
  }

  open (player, position) {
    const slots = this.contents.get(String(position))
    if (!slots) return false
    const client = player._client
    const windowId = player.windowId = (player.windowId ?? 0) % 100 + 1
    const kind = this.isFlattened
      ? { inventoryType: GENERIC_9X3, windowTitle: this.server._createNetworkEncodedChatComponent('Chest') }
      : { inventoryType: 'minecraft:chest', windowTitle: '{"text":"Chest"}', slotCount: CHEST_SLOTS }
    const shown = [...slots, ...new Array(PLAYER_SLOTS).fill(null)]
    client.write('open_window', { windowId, ...kind })
    client.write('window_items', {
      windowId,
      stateId: 1,
      items: shown.map((item) => this.Item.toNotch(item)),
      carriedItem: this.Item.toNotch(null)
    })
    this.showLid(position, 1)
    const clicked = ({ windowId: number, slot, mode, action }) => {
      if (number !== windowId) return
      if (mode !== 1 || slot >= CHEST_SLOTS) throw new Error('nothing but shift clicks on its slots is known here')
      slots[slot] = null
      if (action !== undefined) client.write('transaction', { windowId, action, accepted: true })
    }
    client.on('window_click', clicked)
    client.once('close_window', () => {
      client.off('window_click', clicked)
      this.showLid(position, 0)
    })
    return true
  }
}

/** Requests of lines.js for it. */
const requests = (furniture) => ({
  put_door: ({ position }) => furniture().putDoor(new Vec3(...position)),
  put_chest: ({ position, items }) => furniture().putChest(new Vec3(...position), items)
})

module.exports = { Furniture, requests }
