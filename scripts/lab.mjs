// npm run paths, npm run replay: the commands of the lab, by name.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT, tool } from './lib/command.mjs'
import { main } from './lib/console.mjs'
import { checkNode, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  checkNode()
  await ensureInstalled()
  const program = [tool('tsx', 'dist/cli.mjs'), join(PROJECT, 'scripts', 'lab', 'main.ts')]
  const child = spawn(process.execPath, [...program, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
})
