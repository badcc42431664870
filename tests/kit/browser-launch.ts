import { findBrowser } from '../../scripts/lib/browser.mjs'

/** How the tests start Chromium: without its own background traffic, with WebGL on machines without a graphics card, and with `more` arguments. */
export const browserLaunch = (...more: string[]) => {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    throw new Error('No Chromium was found. Run npm test, which finds or installs one.')
  return {
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      ...more,
    ],
  }
}
