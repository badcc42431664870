// Builds the client into dist/client and the server's programs into dist/server.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { PROJECT } from './lib/command.mjs'

const PROGRAMS = ['main', 'import-main', 'user-main', 'vehicle-main', 'calls-main']

rmSync(join(PROJECT, 'dist', '.stamp'), { force: true })
await build({ root: PROJECT, logLevel: 'warn' })
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
      input: Object.fromEntries(PROGRAMS.map((name) => [name, join(PROJECT, 'server', `${name}.ts`)])),
    },
  },
})
