// Builds the client into dist/client and the server's programs into dist/server.
import { join } from 'node:path'
import { build } from 'vite'
import { PROGRAMS, PROJECT } from './lib/command.mjs'
import { precompress } from './lib/precompress.mjs'
import { stamped } from './lib/prepare.mjs'
import { threadInputs } from './lib/threads.mjs'

await stamped(async () => {
  await build({ root: PROJECT, logLevel: 'warn' })
  await precompress(join(PROJECT, 'dist', 'client'))
  await build({
    root: PROJECT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: join(PROJECT, 'server', 'main.ts'),
          ...threadInputs(),
          ...Object.fromEntries(
            PROGRAMS.map((name) => [`${name}-main`, join(PROJECT, 'server', 'commands', `${name}-main.ts`)]),
          ),
        },
      },
    },
  })
})
