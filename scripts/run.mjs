// Runs one of the server's command line programs: node scripts/run.mjs import …
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PROGRAMS, PROJECT } from './lib/command.mjs'
import { main, Problem } from './lib/console.mjs'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  checkNode()
  await ensureInstalled()
  await ensureBuilt()
  const program = join(PROJECT, 'dist', 'server', `${name}-main.js`)
  if (!PROGRAMS.includes(name))
    throw new Problem(`There is no program '${name}'. Known: ${PROGRAMS.join(', ')}.`)
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
    stdio: 'inherit',
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...process.env, ROADBOOK_PROJECT: PROJECT },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
})
