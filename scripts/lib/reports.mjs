import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { PROJECT } from './command.mjs'

// Enough of a failure to act on when only the end of the output is available.
const brief = (title, message = '') =>
  `${title}\n        ${stripVTControlCharacters(message).split('\n').slice(0, 6).join('\n        ')}`

/** Counts in a Vitest report, and its failures. */
export const vitestCounts = ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => {
  const broken = testResults.filter(({ status }) => status === 'failed')
  const failures = broken.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const file = relative(PROJECT, name)
    return failed.length === 0
      ? [brief(file, message)]
      : failed.map(({ fullName, failureMessages }) => brief(`${file} › ${fullName}`, failureMessages[0]))
  })
  return {
    passed: numPassedTests,
    failed: numFailedTests || broken.length,
    skipped: numPendingTests,
    failures,
  }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** Counts in a Playwright report, and its failures. A test that passes only when repeated counts as failed. */
export const playwrightCounts = ({ stats, errors, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
  failures: [
    ...errors.map(({ message }) => brief('outside of a test', message)),
    ...suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) =>
        brief(
          `${file} › ${title}`,
          tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
        ),
      ),
  ],
})
