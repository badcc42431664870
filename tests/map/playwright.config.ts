import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const port = Number(process.env['MAP_TEST_PORT'] ?? 5570)
const known = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'

const vite = 'node ../../../node_modules/vite/bin/vite.js'

/** The map in real Chromium, on a page of its own. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/map',
  workers: 1,
  timeout: 60_000,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(existsSync(known) && { executablePath: known }),
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    cwd: fileURLToPath(new URL('./page', import.meta.url)),
    command: `${vite} build && ${vite} preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}`,
    reuseExistingServer: false,
    timeout: 120_000,
  },
})
