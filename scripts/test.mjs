// npm test: everything, from a bare clone. Ends with one line `N passed, N failed`.
import { ensureBrowser } from './lib/browser.mjs'
import { createTally, playwright, staticChecks, vitest } from './lib/checks.mjs'
import { main, say } from './lib/console.mjs'
import { otherNode } from './lib/other-node.mjs'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  checkNode()
  await ensureInstalled()
  const browser = await ensureBrowser()
  const tally = createTally()
  await staticChecks(tally)
  try {
    await ensureBuilt()
  } catch (failure) {
    say(failure.message)
    tally.add('Build', { passed: 0, failed: 1 })
    tally.close()
    process.exitCode = 1
    return
  }
  const env = { CHROME_PATH: browser }
  const startUp = (major) => async () => {
    const node = await otherNode(major)
    if (node)
      await vitest(tally, `Start-up tests on Node ${major}`, ['startup'], {
        ROADBOOK_TEST_NODE: node,
        ROADBOOK_TEST_QUICK: '1',
      })
    else tally.add(`Node ${major}`, { passed: 0, failed: 0, skipped: 1 })
  }
  // Begun in this order, two at a time: the longest first, so that both processors end together.
  const parts = [
    () => playwright(tally, 'Browser tests', 'tests/e2e/playwright.config.ts', env),
    () => vitest(tally, 'Unit tests', ['unit', 'views']),
    () => vitest(tally, 'Server tests', ['server']),
    () => playwright(tally, 'Map in the browser', 'tests/map/playwright.config.ts', env),
    () => vitest(tally, `Start-up tests on ${process.version}`, ['startup']),
    ...[22, 24].map(startUp),
  ]
  const runParts = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) await part()
  }
  await Promise.all([runParts(), runParts()])
  process.exitCode = tally.close() ? 0 : 1
})
