import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT } from '../../scripts/lib/command.mjs'
import { playwrightCounts, vitestCounts } from '../../scripts/lib/reports.mjs'

test('a failed Vitest test is named with its file and the first lines of its reason', () => {
  const { failures, ...counts } = vitestCounts({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { name: join(PROJECT, 'tests/a.test.ts'), status: 'passed', message: '', assertionResults: [] },
      {
        name: join(PROJECT, 'tests/b.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'well', status: 'passed', failureMessages: [] },
          { fullName: 'ill', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'] },
        ],
      },
    ],
  })
  expect(counts).toEqual({ passed: 4, failed: 1, skipped: 2 })
  expect(failures).toEqual([expect.stringMatching(/^tests\/b\.test\.ts › ill\n +expected 1\n +to be 2$/)])
})

test('a Vitest file that fails to load counts as failed and is named', () => {
  expect(
    vitestCounts({
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      testResults: [
        {
          name: join(PROJECT, 'tests/c.test.ts'),
          status: 'failed',
          message: 'no such module',
          assertionResults: [],
        },
      ],
    }),
  ).toMatchObject({ failed: 1, failures: [expect.stringContaining('no such module')] })
})

test('failed and flaky Playwright tests are named, in nested suites too', () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    title,
    ok,
    file: 'd.spec.ts',
    tests: [{ results: [{}, ...(message ? [{ error: { message } }] : [])] }],
  })
  expect(
    playwrightCounts({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      errors: [],
      suites: [{ specs: [spec('fine', true)], suites: [{ specs: [spec('torn', false, 'too late')] }] }],
    }),
  ).toMatchObject({
    passed: 1,
    failed: 2,
    failures: [expect.stringMatching(/^d\.spec\.ts › torn\n +too late/)],
  })
})

describe('a failed Playwright test', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'roadbook-reports-')), 'error-context.md')
  const failureWith = (snapshot: string | null) => {
    rmSync(path, { force: true })
    if (snapshot !== null)
      writeFileSync(path, `# Error details\n\n# Page snapshot\n\n\`\`\`yaml\n${snapshot}\`\`\`\n\n# More\n`)
    const results = [{ error: { message: 'late' }, attachments: [{ name: 'error-context', path }] }]
    const [failure] = playwrightCounts({
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
      errors: [],
      suites: [{ specs: [{ title: 'torn', ok: false, file: 'd.spec.ts', tests: [{ results }] }] }],
    }).failures
    return failure
  }

  test('shows what was on the page', () => {
    expect(failureWith('- button "Live"\n- dialog\n')).toMatch(
      /^d\.spec\.ts › torn\n +- button "Live"\n +- dialog\n +late$/,
    )
  })

  test('shows no more of it than can be read, and does without it', () => {
    const lines = failureWith(`${`${'x'.repeat(1000)}\n`.repeat(1000)}- dialog\n`).split('\n')
    expect(lines.length).toBeLessThan(90)
    expect(lines.slice(-2).map((line: string) => line.trim())).toEqual(['- dialog', 'late'])
    expect(Math.max(...lines.map((line: string) => line.length))).toBeLessThan(220)
    expect(failureWith(null)).toMatch(/^d\.spec\.ts › torn\n +late$/)
  })
})
