// npm start: installs and builds what is missing, starts the server and prints its address.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT } from './lib/command.mjs'
import { main, Problem, say, step } from './lib/console.mjs'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs'

const onReady = ({ url, users, dataDir, database, warnings = [] }) => {
  say()
  say(`  Roadbook is at   ${url}`)
  if (users.length > 0) say(`  Demo users       ${users.join(' ')}  (password: roadbook)`)
  else
    say(
      '  Users            make the first with: npm run user -- add NAME --role CUSTOMERADMIN --company "COMPANY"',
    )
  say(`  Data lies in     ${dataDir} (${database})`)
  say('  To stop          press Ctrl+C')
  for (const warning of warnings) say(`  Note             ${warning}`)
  say()
}

await main(async () => {
  checkNode()
  await ensureInstalled()
  await ensureBuilt()
  const server = spawn(
    process.execPath,
    ['--enable-source-maps', join(PROJECT, 'dist', 'server', 'main.js')],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      cwd: PROJECT,
      env: { ...process.env, ROADBOOK_PROJECT: PROJECT },
    },
  )
  const ended = new Promise((resolve) => server.on('close', (code, signal) => resolve({ code, signal })))
  // A terminal sends Ctrl+C to the server as well; a kill of this process alone must reach it too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'))
  // npm and its shell may be killed without notifying us; nobody could stop us then.
  if (process.env.npm_lifecycle_event !== undefined) {
    const shell = process.ppid
    setInterval(() => process.ppid !== shell && server.kill('SIGTERM'), 1000).unref()
  }

  await step('Starting the server', async (note) => {
    const lines = createInterface({ input: server.stdout })
    const ready = new Promise((resolve) => {
      lines.on('line', (line) => {
        if (line.startsWith('{"ready":')) resolve(JSON.parse(line))
        else if (line.startsWith('{"progress":')) note(JSON.parse(line).progress)
        else say(line)
      })
    })
    const first = await Promise.race([ready, ended])
    if (!('ready' in first))
      throw new Problem(
        `The server did not start (code ${first.code ?? first.signal}); the reason stands above.`,
      )
    return first
  }).then(onReady)

  const { code, signal } = await ended
  if (code !== 0) throw new Problem(`The server ended unexpectedly (code ${code ?? signal}).`)
  say('Stopped.')
})
