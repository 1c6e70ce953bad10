// prismarine-viewer asks for the native module "canvas" but needs it only outside a browser: an empty one will do.
const fs = require('fs')
const path = require('path')
const folder = path.join(__dirname, 'node_modules', 'canvas')
fs.mkdirSync(folder, { recursive: true })
fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"canvas","version":"0.0.0","main":"index.js"}\n')
fs.writeFileSync(path.join(folder, 'index.js'), 'module.exports = {}\n')
