// npm run roles: writes docs/roles.md from the table of routes and the table of calls.
import { join } from 'node:path'
import { PROJECT, runNode, tool } from './lib/command.mjs'
import { main } from './lib/console.mjs'
import { checkNode, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  checkNode()
  await ensureInstalled()
  await runNode(tool('tsx', 'dist/cli.mjs'), [join(PROJECT, 'scripts', 'roles', 'write.ts')])
})
