// A picture of what a client sees: mineflayer plays, prismarine-viewer draws it in a headless Chromium.
//
//   {"do": "open", "port", "version", "name", "web_port", "chromium", "size": [width, height]}   joins and opens the page
//   {"do": "look_at", "position"}, {"do": "walk", "ticks"}, {"do": "where"}, {"do": "entities"}
//   {"do": "hide", "entity"}, {"do": "show", "entity"}    in the picture only
//   {"do": "shoot", "path"}                               a PNG of the page, once it has stopped changing
//
// Speaks the line protocol of lines.js.
const fs = require('fs')
const mineflayer = require('mineflayer')
const puppeteer = require('puppeteer-core')
const viewer = require('prismarine-viewer').mineflayer
const { Vec3 } = require('vec3')
const { emit, serve } = require('./lines')

// A software renderer: CI machines have no graphics card.
const FLAGS = [
  '--no-sandbox', '--disable-dev-shm-usage', '--mute-audio', '--no-first-run', '--disable-extensions',
  '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'
]

/** Runs in the page. The viewer draws names black and squeezed to a fifth of their width; the game doesn't. */
function readableNames () {
  const context = window.CanvasRenderingContext2D.prototype
  const fillText = context.fillText
  context.fillText = function (text) {
    const side = 512
    this.canvas.width = this.canvas.height = side
    this.font = '112px sans-serif'
    this.textAlign = 'center'
    this.textBaseline = 'middle'
    const width = this.measureText(text).width + 40
    this.fillStyle = 'rgba(0, 0, 0, 0.35)'
    this.fillRect((side - width) / 2, side / 2 - 72, width, 144)
    this.fillStyle = '#ffffff'
    fillText.call(this, text, side / 2, side / 2)
  }
}

const SETTLE_MS = 1000
const MOST_SHOTS = 90

let bot, browser, page

async function open ({ port, version, name, web_port: webPort, chromium, size, view_distance: viewDistance = 4 }) {
  bot = mineflayer.createBot({ host: '127.0.0.1', port, version, username: name, auth: 'offline', hideErrors: true })
  await new Promise((resolve, reject) => {
    bot.once('spawn', resolve)
    bot.once('end', (reason) => reject(new Error(`the connection ended: ${reason}`)))
    bot.once('kicked', (reason) => reject(new Error(`kicked: ${reason}`)))
  })
  bot.on('end', (reason) => emit('end', { reason }))
  await bot.waitForChunksToLoad()
  viewer(bot, { port: webPort, viewDistance, firstPerson: true })
  browser = await puppeteer.launch({ executablePath: chromium, args: FLAGS, headless: true })
  page = await browser.newPage()
  page.on('pageerror', (error) => emit('page_error', { text: String(error) }))
  await page.setViewport({ width: size[0], height: size[1] })
  await page.evaluateOnNewDocument(readableNames)
  await page.goto(`http://127.0.0.1:${webPort}/`, { timeout: 120000 })
}

/** Chunks are meshed in workers of the page, which say nothing when they are done: wait for two equal pictures. */
async function shoot ({ path }) {
  let last
  for (let shot = 0; shot < MOST_SHOTS; shot++) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    bot.emit('move', bot.entity.position) // the viewer moves its camera only then
    const picture = await page.screenshot({ type: 'png' })
    if (last && Buffer.compare(last, picture) === 0 && picture.length > 20000) {
      fs.writeFileSync(path, picture)
      return { bytes: picture.length, shots: shot + 1 }
    }
    last = picture
  }
  throw new Error(`the picture kept changing or stayed blank (${last.length} bytes)`)
}

const entityOf = ({ entity }) => {
  if (!bot.entities[entity]) throw new Error(`no entity ${entity}`)
  return bot.entities[entity]
}

serve({
  open,
  shoot,
  entities: () => Object.values(bot.entities).filter((e) => e !== bot.entity).map(({ id, name, username, position }) =>
    ({ id, kind: name, name: username ?? null, position: position.toArray() })),
  where: () => bot.entity.position.toArray(),
  look_at: ({ position }) => bot.lookAt(new Vec3(...position), true),
  walk: async ({ ticks }) => {
    bot.setControlState('forward', true)
    await bot.waitForTicks(ticks)
    bot.setControlState('forward', false)
    await bot.waitForTicks(10)
    return bot.entity.position.toArray()
  },
  hide: (request) => { bot.emit('entityGone', entityOf(request)) },
  show: (request) => {
    bot.emit('entitySpawn', entityOf(request))
    bot.emit('entityMoved', entityOf(request))
  },
  close: async () => {
    await browser?.close()
    bot?.quit()
  }
})
emit('ready')
