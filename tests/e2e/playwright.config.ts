import { defineConfig } from '@playwright/test'
import { browserLaunch } from '../kit/browser-launch.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/e2e',
  // One page drawn in software fills two cores.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // A busy machine may be slow; none of our tests measures speed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // A press that is waited for in vain shall not take the time of the other tests.
    actionTimeout: 60_000,
    browserName: 'chromium',
    // Every pixel is drawn in software.
    viewport: { width: 1152, height: 720 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Continuous animation is most of what a page draws.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Without a graphics card, anything drawn and composited by it takes longer.
    launchOptions: browserLaunch('--disable-accelerated-2d-canvas', '--disable-gpu-compositing'),
  },
})
