import { configure } from '@testing-library/react'
import { stubBrowserApis } from '../views/browser-stubs.ts'

// Some libraries look at the browser as they are loaded.
stubBrowserApis()

configure({
  // Tests wait for a condition; the limits only end a test that would wait for ever.
  asyncUtilTimeout: 30_000,
  // Printing the page takes a tenth of these tests' time: it happens for every query that finds nothing yet.
  getElementError: (message) => new Error(message ?? ''),
})
