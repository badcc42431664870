// Runs the tests of one mutant after another, in a process of its own that can be ended where a mutant never stops.
import { join, relative } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { BaseSequencer, createVitest } from 'vitest/node'
import { PROJECT } from '../lib/command.mjs'

/** A test that a mutant keeps waiting has noticed it; none takes this long by itself, in ms. */
const TEST_TIMEOUT_MS = 20_000
/** How often a worker that looks for tests says that it is alive, ms. */
const ALIVE_MS = 10_000
/** In the order in which they are run: those that take longest come last. */
const PROJECTS = ['unit', 'server', 'views']
/** Those whose tests import nearly everything. */
const WIDE = ['server', 'views']

/** The source that takes the place of a file's: `{ file, source }`. */
let mutant = null
const mutate = {
  name: 'mutate',
  enforce: 'pre',
  transform: (_, id) => (id.split('?')[0] === mutant?.file ? { code: mutant.source, map: null } : undefined),
}

const { config } = await loadConfigFromFile(
  { command: 'serve', mode: 'test' },
  join(PROJECT, 'vitest.config.ts'),
)
const projects = config.test.projects
  .filter(({ test }) => PROJECTS.includes(test.name))
  .map((project) => ({
    ...project,
    plugins: [mutate, ...(project.plugins ?? [])],
    test: { ...project.test, testTimeout: TEST_TIMEOUT_MS },
  }))

/** Which test files noticed mutants of a source before: they come first. */
const noticed = new Map()
const scoreOf = (test, file) => noticed.get(`${file} ${test}`) ?? 0

/** Keeps the order that it is given. */
class GivenOrder extends BaseSequencer {
  async sort(tests) {
    return tests
  }
}

const alive = () => process.send({ type: 'alive' })
const vitest = await createVitest(
  'test',
  {
    ...{ config: false, root: PROJECT, watch: false, bail: 1, projects },
    ...{ fileParallelism: false, maxWorkers: 1, includeTaskLocation: false },
    sequence: { sequencer: GivenOrder },
    reporters: [{ onTestCaseResult: alive, onTestModuleCollected: alive }],
    onConsoleLog: () => false,
    // What a mutant throws beside the tests counts as well.
    dangerouslyIgnoreUnhandledErrors: false,
  },
  {},
)

/** Parts of a path that say nothing of its feature. */
const COMMON = new Set([
  '',
  'src',
  'server',
  'tests',
  'machines',
  'machine',
  'logic',
  'repository',
  'service',
  'routes',
  'streams',
  'wiring',
  'views',
  'test',
  'ts',
  'tsx',
])
const wordsOf = (path) =>
  relative(PROJECT, path)
    .split(/[^a-z]+/)
    .filter((word) => !COMMON.has(word))
/** How many words of their feature the paths of a source and of a test share. */
const nearness = (file, test) => {
  const words = wordsOf(test)
  return wordsOf(file).filter((word) => words.some((other) => other.includes(word) || word.includes(other)))
    .length
}

const related = new Map()
/**
 * The tests that import a file, by themselves or by others; the likeliest to notice come first. Every test of a page or of the whole
 * server imports nearly everything, so of those only the feature's run, where it has some, unless `reach` is `all`. Wiring serves every page.
 * With the reach `nearest` only the tests that are named most like the file run, and none of a page.
 */
const testsOf = async (file, reach) => {
  if (!related.has(file)) {
    vitest.config.related = [file]
    const all = await vitest.getRelevantTestSpecifications()
    const isPage = ({ project }) => project.name === 'views'
    const isWide = ({ project }) => WIDE.includes(project.name)
    const nearnessOf = ({ moduleId }) => nearness(file, moduleId)
    const isOfAll = reach === 'all' || file.includes('/src/wiring/')
    const hasNear = !isOfAll && all.some((test) => isWide(test) && nearnessOf(test) > 0)
    const ofFeature = all.filter((test) => !isWide(test) || !hasNear || nearnessOf(test) > 0)
    const most = Math.max(...all.map(nearnessOf))
    const nearest = all.filter((test) => !isPage(test) && nearnessOf(test) === most)
    related.set(file, reach === 'nearest' ? nearest : ofFeature)
  }
  return [...related.get(file)].sort(
    (a, b) =>
      scoreOf(b.moduleId, file) - scoreOf(a.moduleId, file) ||
      nearness(file, b.moduleId) - nearness(file, a.moduleId),
  )
}

const fails = (module) => module.state() === 'failed' || module.errors().length > 0

/** The first test file of these that fails, null where none does. */
const firstFailing = async (tests) => {
  // Results of the last run would be reported again.
  vitest.state.filesMap.clear()
  vitest.state.errorsSet.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests)
  const failing = testModules.find(fails)?.moduleId
  return failing ?? (unhandledErrors.length > 0 ? tests[0].moduleId : null)
}

/** The test file that notices a mutant, null where none does. */
const run = async ({ file, source, reach }) => {
  // No mutant runs yet, so that this ends however long it takes.
  const searching = setInterval(alive, ALIVE_MS)
  const tests = await testsOf(file, reach).finally(() => clearInterval(searching))
  alive()
  mutant = { file, source }
  vitest.invalidateFile(file)
  try {
    // Those of the page take longest, and seldom see more than those of the machine.
    for (const name of PROJECTS) {
      const part = tests.filter(({ project }) => project.name === name)
      const by = part.length === 0 ? null : await firstFailing(part)
      if (by !== null) {
        noticed.set(`${file} ${by}`, scoreOf(by, file) + 1)
        return by
      }
    }
    return null
  } finally {
    mutant = null
    vitest.invalidateFile(file)
  }
}

process.on('message', async (job) => {
  try {
    process.send({ type: 'ran', by: await run(job) })
  } catch (error) {
    process.send({ type: 'failed', message: error.stack })
  }
})
process.on('disconnect', () => process.exit())
process.send({ type: 'ready' })
