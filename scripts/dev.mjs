// npm run dev: the server restarts when its sources change, the client reloads hot. One Ctrl+C ends both.
import { spawn } from 'node:child_process'
import { PROJECT, tool } from './lib/command.mjs'
import { main, say } from './lib/console.mjs'
import { checkNode, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  checkNode()
  await ensureInstalled()
  const { buildThreads } = await import('./lib/server-build.mjs')
  await buildThreads()
  const port = process.env.PORT ?? '8080'
  const clientPort = process.env.CLIENT_PORT ?? '5173'
  const env = {
    ...process.env,
    PORT: port,
    ROADBOOK_PROJECT: PROJECT,
    ROADBOOK_SERVER: `http://127.0.0.1:${port}`,
  }
  // Groups of their own: the watcher kills the server, database left running, at the second signal, and a terminal's Ctrl+C would be one.
  const detached = process.platform !== 'win32'
  const children = [
    [tool('tsx', 'dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
    [tool('vite', 'bin/vite.js'), '--port', clientPort],
  ].map((args) =>
    spawn(process.execPath, args, {
      cwd: PROJECT,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached,
    }),
  )
  say(
    `Client with hot reload on http://localhost:${clientPort}, server on http://localhost:${port}. Ctrl+C ends both.`,
  )
  let stopping = false
  const stop = () => {
    if (!stopping) for (const child of children) child.kill('SIGTERM')
    stopping = true
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  const ends = children.map((child) => new Promise((resolve) => child.on('close', resolve)))
  await Promise.race(ends)
  stop()
  await Promise.all(ends)
})
