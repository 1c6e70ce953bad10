// Reads NBT files as prismarine-nbt sees them: one JSON line per file, {"value": …} or {"error": …}.
'use strict'

const fs = require('fs')
const nbt = require('prismarine-nbt')

// 64-bit numbers come as [high, low]; JSON has no room for them, so they travel as decimal strings.
function plain (tag) {
  switch (tag.type) {
    case 'compound':
      return Object.fromEntries(Object.entries(tag.value).map(([name, value]) => [name, plain(value)]))
    case 'list':
      return tag.value.value.map(value => plain({ type: tag.value.type, value }))
    case 'long':
      return String(BigInt.asIntN(64, (BigInt(tag.value[0]) << 32n) | BigInt(tag.value[1] >>> 0)))
    case 'longArray':
      return tag.value.map(value => plain({ type: 'long', value }))
    default:
      return tag.value
  }
}

async function main () {
  for (const path of process.argv.slice(2)) {
    let line
    try {
      const { parsed, metadata } = await nbt.parse(fs.readFileSync(path), 'big')
      line = { name: parsed.name, size: metadata.size, value: plain(parsed) }
    } catch (error) {
      line = { error: String(error) }
    }
    console.log(JSON.stringify(line))
  }
}

main()
