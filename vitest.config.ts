import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Tests that start no server. */
const IN_MEMORY = {
  pool: 'threads',
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  // A page that a test has ended may still write that a call failed: sent to the main thread, it would fail the file that is being closed.
  disableConsoleIntercept: true,
  // A busy machine may be slow; no test of ours is about being fast.
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const

/*
 * No file is isolated: to load the modules anew for each took longer than the tests. So no module is mocked, and what a test
 * opens it closes.
 */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: [
            'tests/{contract,domain,lab,machines,map-director,paths,scripts,services,streams,texts,wiring}/**/*.test.{ts,tsx}',
          ],
          setupFiles: ['tests/kit/setup/seed.setup.ts', 'tests/kit/setup/clean.setup.ts'],
          ...IN_MEMORY,
          // Its state is one for the page: a test that begins a page anew has it loaded anew.
          server: { deps: { inline: ['@googlemaps/js-api-loader'] } },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'views',
          include: ['tests/views/**/*.test.{ts,tsx}'],
          setupFiles: [
            'tests/kit/setup/seed.setup.ts',
            'tests/kit/setup/clean.setup.ts',
            'tests/kit/setup/browser.setup.ts',
          ],
          environment: 'jsdom',
          ...IN_MEMORY,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/{server,faults}/**/*.test.ts'],
          globalSetup: ['tests/kit/setup/postgres.setup.ts', 'tests/kit/setup/threads.setup.ts'],
          setupFiles: ['tests/kit/setup/seed.setup.ts'],
          // Every file has a database and a backend of its own.
          isolate: false,
          restoreMocks: true,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'startup',
          include: ['tests/startup/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})
