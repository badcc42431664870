import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT, runNode, tool } from './command.mjs'
import { say, step } from './console.mjs'
import { playwrightCounts, vitestCounts } from './reports.mjs'

const REPORTS = join(PROJECT, 'node_modules', '.cache', 'roadbook-reports')

/** Counts of the parts of a run. */
export const createTally = () => {
  const tally = { passed: 0, failed: 0, skipped: 0, broken: [] }
  return {
    add: (part, { passed, failed, skipped = 0, failures = [] }) => {
      tally.passed += passed
      tally.failed += failed
      tally.skipped += skipped
      if (failed > 0) tally.broken.push([`${part}: ${failed} failed`, ...failures].join('\n    '))
    },
    /** Prints the failures and, last, the one line with all counts. Returns whether nothing failed. */
    close: () => {
      say()
      for (const line of tally.broken) say(`✗ ${line}`)
      say(
        `${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`,
      )
      return tally.failed === 0
    },
  }
}

/** Runs one program as one check: passed when it ends with 0. */
export const check = async (tally, title, file, args) => {
  try {
    await step(title, () => runNode(file, args, { quiet: true }))
    tally.add(title, { passed: 1, failed: 0 })
  } catch (failure) {
    say(failure.message)
    tally.add(title, { passed: 0, failed: 1 })
  }
}

/** The checks that read the sources and run nothing of them. Types are checked by the native compiler; it has no API yet, so other tools use `typescript`. */
export const staticChecks = async (tally) => {
  const others = async () => {
    await check(tally, 'Lint and format', tool('@biomejs/biome', 'bin/biome'), [
      'check',
      '--error-on-warnings',
      '.',
    ])
    await check(tally, 'Layers', join(PROJECT, 'scripts', 'layers.mjs'), [])
    await check(tally, 'Words', join(PROJECT, 'scripts', 'words.mjs'), [])
    await check(tally, 'Texts', join(PROJECT, 'scripts', 'texts.mjs'), [])
    await check(tally, 'Dead code', tool('knip', 'bin/knip.js'), ['--no-progress'])
  }
  await Promise.all([check(tally, 'Types', tool('tsgo', 'bin/tsc'), ['--noEmit', '-p', '.']), others()])
}

const runReported = async (tally, title, file, args, env, countsOf) => {
  mkdirSync(REPORTS, { recursive: true })
  const report = join(REPORTS, `${title.replace(/\W+/g, '-')}.json`)
  rmSync(report, { force: true })
  const { code } = await step(title, () => runNode(file, args(report), { mayFail: true, env: env(report) }))
  try {
    const counts = countsOf(JSON.parse(readFileSync(report, 'utf8')))
    // A run that fails outside its tests (a file that does not load, an unhandled rejection) has failed.
    if (code !== 0 && counts.failed === 0) counts.failed = 1
    if (counts.passed + counts.failed === 0) counts.failed = 1
    tally.add(title, counts)
  } catch (failure) {
    say(`${title}: no report was written (${failure.message}); the run ended with code ${code}.`)
    tally.add(title, { passed: 0, failed: 1 })
  }
}

/** Runs projects of vitest.config.ts, limited to files whose path contains one of `files`. */
export const vitest = (tally, title, projects, env = {}, files = []) =>
  runReported(
    tally,
    title,
    tool('vitest', 'vitest.mjs'),
    (report) => [
      'run',
      ...files,
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    () => env,
    vitestCounts,
  )

/** Runs a Playwright configuration, limited to files whose path contains one of `files`. */
export const playwright = (tally, title, config, env, files = []) =>
  runReported(
    tally,
    title,
    tool('@playwright/test', 'cli.js'),
    () => ['test', ...files, '-c', config, '--reporter=list,json'],
    (report) => ({ ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    playwrightCounts,
  )
