import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { PROJECT } from './command.mjs'

const indented = (lines) => lines.map((line) => `\n        ${line.slice(0, 200)}`).join('')

// Enough of a failure to act on. The reason comes last, for when only the end of the output is available.
const brief = (title, message = '', page = '') =>
  `${title}${page}${indented(stripVTControlCharacters(message).split('\n').slice(0, 6))}`

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

/** The last elements that Playwright saw on the page when a test failed, by role and name: dialogs stand at the end. */
const pageOf = (results) => {
  const { path } = results.flatMap(({ attachments = [] }) => attachments).find(isContext) ?? {}
  const [, snapshot = ''] = /# Page snapshot\n+```yaml\n(.*?)```/s.exec(readIfThere(path)) ?? []
  if (snapshot === '') return ''
  return indented(snapshot.trimEnd().split('\n').slice(-80))
}
/** Another run may have cleared the folder. */
const readIfThere = (path) => {
  try {
    return path === undefined ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const isContext = ({ name }) => name === 'error-context'

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
      .map(({ file, title, tests }) => {
        const results = tests.flatMap((test) => test.results)
        return brief(`${file} › ${title}`, results.find(({ error }) => error)?.error.message, pageOf(results))
      }),
  ],
})
