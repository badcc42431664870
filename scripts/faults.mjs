// npm run faults [-- --full]: the fault tests alone; with --full as often as the reliability figures require, which takes
// hours.
import { ensureBrowser } from './lib/browser.mjs'
import { createTally, playwright, vitest } from './lib/checks.mjs'
import { main, Problem } from './lib/console.mjs'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  const words = process.argv.slice(2)
  const unknown = words.find((word) => word !== '--full')
  if (unknown !== undefined) throw new Problem(`'${unknown}' is not known. Use: npm run faults [-- --full]`)
  checkNode()
  await ensureInstalled()
  const browser = await ensureBrowser()
  await ensureBuilt()
  const tally = createTally()
  const env = words.includes('--full') ? { ROADBOOK_FAULTS: 'full' } : {}
  await vitest(tally, 'Random events and sessions', ['unit'], env, [
    'tests/lab/random-events.test.ts',
    'tests/lab/random-sessions.test.ts',
  ])
  await vitest(tally, 'Faults of the server', ['server'], env, ['tests/faults'])
  await playwright(
    tally,
    'Faults in the browser',
    'tests/e2e/playwright.config.ts',
    { ...env, CHROME_PATH: browser },
    ['tabs'],
  )
  process.exitCode = tally.close() ? 0 : 1
})
