// npm run check: the fast part of npm test: types, lint, layers, words, dead code, tests without a page or a server.
import { createTally, staticChecks, vitest } from './lib/checks.mjs'
import { main } from './lib/console.mjs'
import { checkNode, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  checkNode()
  await ensureInstalled()
  const tally = createTally()
  await staticChecks(tally)
  await vitest(tally, 'Unit tests', ['unit'])
  process.exitCode = tally.close() ? 0 : 1
})
