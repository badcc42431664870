// npm run bench [NAME …]: measures, prints each figure beside its floor and writes bench/results.json.
import { join } from 'node:path'
import { PROJECT, runNode, tool } from './lib/command.mjs'
import { main } from './lib/console.mjs'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  checkNode()
  await ensureInstalled()
  await ensureBuilt()
  const { buildThreads } = await import('./lib/server-build.mjs')
  await buildThreads()
  await runNode(tool('tsx', 'dist/cli.mjs'), [join(PROJECT, 'bench', 'all.ts'), ...process.argv.slice(2)])
})
