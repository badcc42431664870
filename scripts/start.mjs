// npm start: installs and builds what is missing, starts the server and prints its address.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT } from './lib/command.mjs'
import { ask, hasTerminal, main, Problem, say, step } from './lib/console.mjs'
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs'

const onReady = ({ url, demoUsers, dataDir, database, notes, alarm }) => {
  say()
  say(`  Roadbook is at   ${url}`)
  if (demoUsers.names.length > 0) {
    say(`  Demo users       ${demoUsers.names.join(' ')}`)
    say(
      `  Their password   ${demoUsers.password ?? 'as chosen at an earlier start; DEMO_PASSWORD=… npm start sets another'}`,
    )
  } else
    say(
      '  Users            make the first with: npm run user -- add NAME --role CUSTOMERADMIN --company "COMPANY" --new-company',
    )
  say(`  Data lies in     ${dataDir} (${database})`)
  for (const note of notes) say(`  Note             ${note}`)
  if (alarm.length > 0) {
    const width = Math.max(...alarm.map((line) => line.length))
    const frame = `  ${'!'.repeat(width + 8)}`
    say(`\n${frame}`)
    for (const line of alarm) say(`  !!  ${line.padEnd(width)}  !!`)
    say(`${frame}\n`)
  }
  say('  To stop          press Ctrl+C')
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
      env: {
        ...process.env,
        ROADBOOK_PROJECT: PROJECT,
        ...(hasTerminal ? { ROADBOOK_TERMINAL: '1' } : {}),
      },
    },
  )
  const ended = new Promise((resolve) => server.on('close', (code, signal) => resolve({ code, signal })))
  const over = new AbortController()
  ended.then(() => over.abort())
  // A terminal sends Ctrl+C to the server as well; a kill of this process alone must reach it too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'))
  // npm may be killed without notifying us; nobody could stop us then.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 1000).unref()
  }

  const lines = createInterface({ input: server.stdout })
  let take = () => {}
  lines.on('line', (line) => {
    if (/^\{"(ready|progress|question)":/.test(line)) take(JSON.parse(line))
    else say(line)
  })
  /** The next message of the server that is more than progress. */
  const nextMessage = async (note) => {
    const reported = new Promise((resolve) => {
      take = (message) => ('progress' in message ? note(message.progress) : resolve(message))
    })
    const first = await Promise.race([reported, ended.then((end) => ({ end }))])
    if ('end' in first)
      throw new Problem(
        `The server did not start (code ${first.end.code ?? first.end.signal}); the reason stands above.`,
      )
    return first
  }
  let message = await step('Starting the server', nextMessage)
  while ('question' in message) {
    if (message.why === null)
      say('\nHOST opens the demo to the network, and everybody knows the password of its users.')
    else say(message.why)
    const answer = await ask('New password of all demo users (Enter makes one up): ', over.signal)
    if (answer !== null) server.send(answer)
    else if (!over.signal.aborted) {
      server.kill('SIGTERM')
      await ended
      throw new Problem(
        'No password was given, so Roadbook was not started and nothing was changed. To give one without a question: DEMO_PASSWORD=… npm start',
      )
    }
    message = await step('Starting with the new password', nextMessage)
  }
  onReady(message)

  const { code, signal } = await ended
  if (code !== 0) throw new Problem(`The server ended unexpectedly (code ${code ?? signal}).`)
  say('Stopped.')
})
