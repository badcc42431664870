// npm run dev: the server restarts when its sources change, the client reloads hot. One Ctrl+C ends both.
import { spawn } from 'node:child_process'
import { PROJECT, tool } from './lib/command.mjs'
import { main, say } from './lib/console.mjs'
import { checkNode, ensureInstalled } from './lib/prepare.mjs'

await main(async () => {
  checkNode()
  await ensureInstalled()
  const port = process.env.PORT ?? '8080'
  const clientPort = process.env.CLIENT_PORT ?? '5173'
  const env = {
    ...process.env,
    PORT: port,
    ROADBOOK_PROJECT: PROJECT,
    ROADBOOK_SERVER: `http://127.0.0.1:${port}`,
  }
  const children = [
    spawn(
      process.execPath,
      [tool('tsx', 'dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
      { cwd: PROJECT, env, stdio: 'inherit' },
    ),
    spawn(process.execPath, [tool('vite', 'bin/vite.js'), '--port', clientPort], {
      cwd: PROJECT,
      env,
      stdio: 'inherit',
    }),
  ]
  say(
    `Client with hot reload on http://localhost:${clientPort}, server on http://localhost:${port}. Ctrl+C ends both.`,
  )
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  const ends = children.map((child) => new Promise((resolve) => child.on('close', resolve)))
  await Promise.race(ends)
  stop()
  await Promise.all(ends)
})
