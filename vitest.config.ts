import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: ['tests/{contract,machines,map,scripts,services,streams,unit,views}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/kit/seed.setup.ts'],
          pool: 'threads',
          restoreMocks: true,
          // A busy machine may be slow; no test of ours is about being fast.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/{server,faults}/**/*.test.ts'],
          globalSetup: ['tests/kit/postgres.setup.ts'],
          setupFiles: ['tests/kit/seed.setup.ts'],
          // Every file has a database and a backend of its own; loading the modules anew for each took most of the time.
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
