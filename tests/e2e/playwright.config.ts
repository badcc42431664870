import { defineConfig } from '@playwright/test'
import { browserLaunch } from '../kit/browser.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/e2e',
  globalSetup: './server.setup.ts',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // Every pixel is drawn in software.
    viewport: { width: 1152, height: 720 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch(),
  },
})
