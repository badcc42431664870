// Builds the client into dist/client and the server's programs into dist/server.
import { join } from 'node:path'
import { build } from 'vite'
import { PROGRAMS, PROJECT } from './lib/command.mjs'
import { precompress } from './lib/precompress.mjs'
import { stamped } from './lib/prepare.mjs'
import { buildServer } from './lib/server-build.mjs'

await stamped(async () => {
  await build({ root: PROJECT, logLevel: 'warn' })
  await precompress(join(PROJECT, 'dist', 'client'))
  const commands = PROGRAMS.map((name) => [
    `${name}-main`,
    join(PROJECT, 'server', 'commands', `${name}-main.ts`),
  ])
  await buildServer(
    { main: join(PROJECT, 'server', 'main.ts'), ...Object.fromEntries(commands) },
    { outDir: 'dist/server', emptyOutDir: true, sourcemap: true },
  )
})
