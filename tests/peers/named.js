// Remembers what servers are told of entities, which is how a test proves that they never hear of a companion.
const ENTITY_FIELDS = {
  use_entity: 'target',
  attack: 'entityId', // 26.1 and later
  pick_item: 'entityId',
  pick_item_from_entity: 'entityId', // 1.21.4 and later
  query_entity_nbt: 'entityId',
  entity_action: 'entityId'
}

/** Watch the clients of a node-minecraft-protocol server: `counts` by packet, `named` with the entity's id. */
function watch (server) {
  const named = []
  const counts = {}
  server.on('connection', (client) => {
    client.on('packet', (data, { name, state }) => {
      if (state !== 'play') return
      counts[name] = (counts[name] ?? 0) + 1
      if (name in ENTITY_FIELDS) named.push({ by: client.username, packet: name, id: data[ENTITY_FIELDS[name]] })
    })
  })
  return { named, counts }
}

module.exports = { watch }
