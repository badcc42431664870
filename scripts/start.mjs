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

const USAGE = `Usage: npm start

Installs and builds what is missing, then starts the database and the server and prints the portal's address.
Settings are environment variables, such as PORT=9000 npm start; docs/settings.md lists them all. Ctrl+C stops it.`

/** Whether the server is wanted: no argument is known but --help. */
const wantsServer = (args) => {
  if (args.length === 0) return true
  if (args.every((arg) => arg === '--help' || arg === '-h')) say(USAGE)
  else {
    process.stderr.write(`npm start takes no arguments, but got '${args.join(' ')}'.\n\n${USAGE}\n`)
    process.exitCode = 2
  }
  return false
}

await main(async () => {
  if (!wantsServer(process.argv.slice(2))) return
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
  // npm may be killed without notifying us; nobody could stop us then.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 1000).unref()
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
