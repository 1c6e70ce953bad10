// The two worlds of the tests' servers, as packets of each version name them.
const GAME_MODES = ['survival', 'creative', 'adventure', 'spectator']
const OVERWORLD = 'minecraft:overworld'
const NETHER = 'minecraft:the_nether'
const LEGACY_IDS = { [NETHER]: -1, [OVERWORLD]: 0, 'minecraft:the_end': 1 }

/** A dimension type: its number to 1.15, its NBT to 1.18.2, its name to 1.20.4, its place in the registry from 1.20.5. */
function dimensionType ({ loginPacket }, name) {
  if (!loginPacket) return LEGACY_IDS[name]
  if (loginPacket.worldState) {
    return loginPacket.dimensionCodec['minecraft:dimension_type'].entries.findIndex(({ key }) => key === name)
  }
  if (typeof loginPacket.worldType === 'string') return name
  const types = loginPacket.dimensionCodec.value['minecraft:dimension_type'].value.value.value.value
  return { type: 'compound', name: '', value: types.find((entry) => entry.name.value === name).element.value }
}

/** What the packets "login" and "respawn" of 1.20.5 and later say of the world in one piece. */
function worldState (registry, name, gameMode) {
  return {
    ...registry.loginPacket.worldState,
    dimension: dimensionType(registry, name),
    name,
    gamemode: GAME_MODES[gameMode],
    seaLevel: 63
  }
}

/** A respawn packet of any version. */
function respawnPacket (registry, name, gameMode) {
  if (registry.loginPacket?.worldState) return { worldState: worldState(registry, name, gameMode), copyMetadata: 0 }
  return {
    dimension: dimensionType(registry, name),
    worldName: name,
    difficulty: 1,
    hashedSeed: [0, 0],
    gamemode: gameMode,
    previousGamemode: gameMode,
    levelType: 'default',
    isDebug: false,
    isFlat: false,
    copyMetadata: false,
    portalCooldown: 0
  }
}

/** The name of the world in such a packet, as bot.js reports it. */
function worldIn ({ worldState: state, worldName, dimension }) {
  return state?.name ?? worldName ?? Object.keys(LEGACY_IDS).find((name) => LEGACY_IDS[name] === dimension)
}

module.exports = { OVERWORLD, NETHER, GAME_MODES, respawnPacket, worldState, worldIn }
