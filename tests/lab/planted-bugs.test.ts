import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { execPath } from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..', '..')
const PATCHES = join(import.meta.dirname, 'planted-bugs')
/** What the machines, the recorder and the tools of the lab need. */
const PARTS = [
  ...['package.json', 'tsconfig.json', 'contract', 'domain', 'scripts/lab'],
  ...['src/lab', 'src/machines', 'src/services/kit', 'src/services/recorder'],
  ...['tests/kit/machines', 'tests/lab/planted-bugs', 'tests/paths'],
]

type Bug = {
  /** Of the patch. */
  readonly name: string
  /** Whose paths find it. */
  readonly machine: string
  /** What the user complains of, as the goal of a replay. */
  readonly goal: readonly string[]
}

const BUGS: readonly Bug[] = [
  // A lost transition: the server ends the session, and the page goes on.
  {
    name: 'lost-session',
    machine: 'session',
    goal: ['--goal', 'session=signedIn', '--after', 'session.lost'],
  },
  // A guard turned round: a fence with errors is saved, and one without is not.
  { name: 'unsound-fence', machine: 'geofences', goal: ['--goal', 'fleet/geofences=form.draft.saving'] },
  // An answer that comes after its route is gone: its alerts are offered over the next one.
  {
    name: 'late-alerts',
    machine: 'playback-alerts',
    goal: ['--goal', 'fleet/playback/alerts=available', '--while', 'fleet/playback=restart.reloading'],
  },
]
const CLEAN = 'clean'

const folder = mkdtempSync(join(tmpdir(), 'roadbook-planted-bugs-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Ended = { readonly code: number | null; readonly output: string }

/** Runs a program to its end. */
const run = (cwd: string, file: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve, reject) => {
    // Those of this Vitest would change the other, and npm's name another folder.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(?:VITEST|INIT_CWD)/.test(name)),
    )
    const child = spawn(file, args, { cwd, env })
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: output.join('') }))
  })

const runTs = (cwd: string, file: string, ...args: string[]) =>
  run(cwd, execPath, [join(PROJECT, 'node_modules/tsx/dist/cli.mjs'), join(cwd, file), ...args])

const copyProject = (name: string): string => {
  const copy = join(folder, name)
  for (const part of PARTS) cpSync(join(PROJECT, part), join(copy, part), { recursive: true })
  return copy
}

/** The project with the bug, a recording of who met it, and what the replay tool makes of it. */
const plant = async ({ name, goal }: Bug) => {
  const copy = copyProject(name)
  const patched = await run(copy, 'git', ['apply', '--verbose', join(PATCHES, `${name}.patch`)])
  if (patched.code !== 0) throw new Error(`${name}.patch does not apply: ${patched.output}`)
  const recorded = await runTs(copy, 'tests/lab/planted-bugs/record.ts', name, 'met.recording.gz')
  if (recorded.code !== 0) throw new Error(`${name} was not recorded: ${recorded.output}`)
  const replayed = await runTs(
    ...([copy, 'scripts/lab/main.ts', 'replay', 'met.recording.gz', ...goal] as const),
    ...['--shrink', '--to-test', 'tests/regression.test.ts'],
  )
  if (replayed.code === 0)
    cpSync(join(copy, 'tests/regression.test.ts'), join(folder, CLEAN, `tests/${name}.test.ts`))
  return replayed
}

type Report = {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** Runs the tests of all copies at once. Returns how those of each file ended, by its path below the folder. */
const runTests = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const ofCopy = (copy: string, machines: readonly string[]) => [
    `${copy}/tests/*.test.ts`,
    ...machines.map((machine) => `${copy}/tests/paths/${machine}.test.ts`),
  ]
  const include = [
    ...BUGS.flatMap(({ name, machine }) => ofCopy(name, [machine])),
    ...ofCopy(
      CLEAN,
      BUGS.map(({ machine }) => machine),
    ),
  ]
  const config = { test: { include, isolate: false, pool: 'threads' } }
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)}`)
  const report = join(folder, 'report.json')
  const { output } = await run(folder, execPath, [
    join(PROJECT, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--reporter=json', `--outputFile=${report}`],
  ])
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return new Map(
      testResults.map(({ name, assertionResults }) => [
        relative(folder, name),
        [...new Set(assertionResults.map(({ status }) => status))].toSorted(),
      ]),
    )
  } catch (failure) {
    throw new Error(`The tests of the copies have not run: ${output}`, { cause: failure })
  }
}

test('each planted bug is a patch, and each patch a planted bug', () => {
  const patches = readdirSync(PATCHES).filter((file) => file.endsWith('.patch'))
  expect(patches.toSorted()).toEqual(BUGS.map(({ name }) => `${name}.patch`).toSorted())
})

describe('planted bugs', () => {
  const replays = new Map<string, Ended>()
  let results: ReadonlyMap<string, readonly string[]>

  beforeAll(async () => {
    copyProject(CLEAN)
    symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const bug of BUGS) replays.set(bug.name, await plant(bug))
    results = await runTests()
  }, 300_000)

  describe.each(BUGS)('$name', ({ name, machine }) => {
    test('is found by the generated paths of its machine, which pass without it', () => {
      expect(results.get(`${name}/tests/paths/${machine}.test.ts`)).toEqual(['failed', 'passed'])
      expect(results.get(`${CLEAN}/tests/paths/${machine}.test.ts`)).toEqual(['passed'])
    })

    test('is found in the recording of a user who met it, in at most ten events', () => {
      const { code, output } = replays.get(name) ?? {}
      expect(code, output).toBe(0)
      const [, few, all] = /^(\d+) events of (\d+) lead /m.exec(output ?? '') ?? []
      expect(Number(few), output).toBeLessThanOrEqual(10)
      expect(Number(all)).toBeGreaterThan(Number(few))
    })

    test('fails the test that is written from the recording, which passes without it', () => {
      expect(results.get(`${name}/tests/regression.test.ts`)).toEqual(['failed'])
      expect(results.get(`${CLEAN}/tests/${name}.test.ts`)).toEqual(['passed'])
    })
  })
})
