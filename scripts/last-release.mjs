// npm run last-release: keeps this release's tables and some rows of each, for the test that upgrades them. Run at each release.
import { join } from 'node:path'
import { PROJECT, runNode, tool } from './lib/command.mjs'
import { main } from './lib/console.mjs'
import { checkNode, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  checkNode()
  await ensureInstalled()
  await runNode(tool('tsx', 'dist/cli.mjs'), [join(PROJECT, 'scripts', 'last-release', 'write.ts')])
})
