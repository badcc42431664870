import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { run, runNode, tool } from './command.mjs'
import { Problem, step } from './console.mjs'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chrome.exe',
  'msedge.exe',
]

const USUAL_PLACES = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((base) => join(base, 'Google/Chrome/Application/chrome.exe')),
}

const PLAYWRIGHT_CACHE = {
  linux: join(homedir(), '.cache/ms-playwright'),
  darwin: join(homedir(), 'Library/Caches/ms-playwright'),
  win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
}
const PLAYWRIGHT_PROGRAMS = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
]

const playwrightsOwn = () => {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? PLAYWRIGHT_CACHE[process.platform]
  if (cache === undefined || !existsSync(cache)) return []
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort()
    .reverse()
    .flatMap((name) => PLAYWRIGHT_PROGRAMS.map((program) => join(cache, name, program)))
}

const onPath = () =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))

/** The first Chromium or Chrome found: `CHROME_PATH`, the usual places, the PATH, Playwright's own. */
export const findBrowser = () => {
  const wanted = process.env.CHROME_PATH
  if (wanted && !existsSync(wanted))
    throw new Problem(`CHROME_PATH names ${wanted}, which does not exist. Correct it or unset it.`)
  return [wanted, ...(USUAL_PLACES[process.platform] ?? []), ...onPath(), ...playwrightsOwn()].find(
    (path) => path && existsSync(path),
  )
}

const HELP = `No Chromium was found and none could be installed. Do one of these, then run npm test again:
  - npx playwright install chromium
  - install Chromium or Google Chrome with your system's package manager (Debian, Ubuntu: sudo apt-get install chromium)
  - set CHROME_PATH to a Chromium or Chrome you have`

const isRoot = process.getuid?.() === 0

/** Finds a browser or installs one: Playwright's own build, else the system's package when we are root. */
export const ensureBrowser = async () => {
  const found = findBrowser()
  if (found) return found
  const quiet = { quiet: true, mayFail: true }
  await step('Installing a browser for the tests', async (note) => {
    note('trying playwright install chromium')
    await runNode(tool('@playwright/test', 'cli.js'), ['install', 'chromium'], quiet)
    if (findBrowser() || !isRoot || !existsSync('/usr/bin/apt-get')) return
    note('trying the system package')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { ...quiet, env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { ...quiet, env })
  })
  const installed = findBrowser()
  if (!installed) throw new Problem(HELP)
  return installed
}
