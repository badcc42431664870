import { configure } from '@testing-library/react'
import { stubBrowserApis } from '../views/browser-stubs.ts'

// Some libraries look at the browser as they are loaded.
stubBrowserApis()

configure({
  // Waiting is for a condition; the limits only end a test that would wait for ever.
  asyncUtilTimeout: 30_000,
  // To print the page is a tenth of what these tests take: it is done for every look that finds nothing yet.
  getElementError: (message) => new Error(message ?? ''),
})
