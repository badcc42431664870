import { fork } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT } from '../../scripts/lib/command.mjs'
import { AREAS, areaOf, sourcesOf } from '../../scripts/mutations/areas.mjs'
import {
  createTypeCheck,
  mutantsOf,
  shuffled,
  sourcesAt,
  withMutant,
} from '../../scripts/mutations/mutants.mjs'
import { reportOf, titleOf } from '../../scripts/mutations/report.mjs'

const brokenOf = (source: string) => mutantsOf('a.ts', source).map((mutant) => withMutant(source, mutant))

test('conditions are negated, boundaries moved, operators, booleans and negations changed', () => {
  expect(brokenOf('if (a < b) c = !d')).toEqual([
    'if (!(a < b)) c = !d',
    'if (a <= b) c = !d',
    'if (a < b) ;',
    'if (a < b) c = d',
  ])
  expect(brokenOf('const a = b ? c + 1 : d ?? true')).toEqual([
    'const a = !(b) ? c + 1 : d ?? true',
    'const a = b ? c - 1 : d ?? true',
    'const a = b ? c + 1 : d',
    'const a = b ? c + 1 : d ?? false',
  ])
})

test('statements, entries and properties are removed, strings emptied', () => {
  expect(brokenOf("send([a, 'b'])")).toEqual([';', "send(['b'])", 'send([a])', "send([a, ''])"])
  expect(brokenOf('const a = { b, c: 1, ...d }')).toEqual([
    'const a = { c: 1, ...d }',
    'const a = { b, ...d }',
    'const a = { b, c: 1 }',
  ])
})

test('a machine loses guards, targets and actions, not its types, its id or the names of its ports', () => {
  const source = `export const machine = setup({ types: { a: {} as { b: 'c' } }, actors: { load: promisePort<string>('a.load') } }).createMachine({
    id: 'a',
    on: { go: { guard: 'may', target: 'there', actions: ['one', 'two'] } },
  })`
  const titles = mutantsOf('a.ts', source).map((mutant) => titleOf({ ...mutant, file: 'a.ts' }, source))
  expect(titles).toContain("a.ts:3 property removed: `guard: 'may',`")
  expect(titles).toContain("a.ts:3 entry removed: `'one',`")
  expect(titles.filter((title) => /types|'a'|'c'|a\.load'` →/.test(title))).toEqual([])
})

test('a sample is taken from the files and folders that are named, each of which must exist', () => {
  const sources = ['src/machines/app/app.logic.ts', 'src/machines/app-lock.ts', 'src/streams/live.stream.ts']
  expect(sourcesAt(sources, ['src/machines/app/'])).toEqual([sources[0]])
  expect(sourcesAt(sources, ['src/streams', 'src/machines/app-lock.ts'])).toEqual([sources[2], sources[1]])
  expect(() => sourcesAt(sources, ['src/streams', 'src/machine'])).toThrow("'src/machine' names no source")
})

test('a mutant is refused when its file, or one that imports it, no longer compiles', async () => {
  const project = await mkdtemp(join(tmpdir(), 'roadbook-mutations-'))
  onTestFinished(() => rm(project, { recursive: true }))
  const file = join(project, 'src', 'services.ts')
  const compilerOptions = { strict: true, module: 'nodenext', allowImportingTsExtensions: true, noEmit: true }
  await mkdir(join(project, 'src'))
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  await writeFile(file, 'export const services = { map: 1, streams: 2 }')
  await writeFile(
    join(project, 'src', 'fleet.ts'),
    "import { services } from './services.ts'\nexport const doubled: number = services.streams * 2",
  )
  const compiles = createTypeCheck(project)
  expect(compiles(file, 'export const services = { streams: 2 }')).toBe(true)
  expect(compiles(file, 'export const services = { map: 1 }')).toBe(false)
  expect(compiles(file, 'export const services = { map: 1, streams: 2 + none }')).toBe(false)
  expect(compiles(file, 'export const services = { streams: 2 }')).toBe(true)
})

test('an order depends on its seed alone', () => {
  const list = Array.from({ length: 50 }, (_, i) => i)
  expect(shuffled(list, 1)).toEqual(shuffled(list, 1))
  expect(shuffled(list, 1)).not.toEqual(shuffled(list, 2))
  expect(new Set(shuffled(list, 1))).toEqual(new Set(list))
})

test('each source of an area belongs to it alone, and repositories are apart from rules', () => {
  for (const area of AREAS) {
    const sources = sourcesOf(area)
    expect(sources.length, area.name).toBeGreaterThan(0)
    expect(new Set(sources.map(areaOf))).toEqual(new Set([area.name]))
  }
  expect(areaOf('server/rules/rules.ts')).toBe('rules')
  expect(areaOf('server/figures/figures.repository.ts')).toBe('repositories')
  expect(areaOf('server/import/csv.ts')).toBeUndefined()
})

test('the report gives a score and the sample of each area, and names the survivors', () => {
  const source = 'if (a) b'
  const mutant = { ...{ kind: 'condition negated', line: 1, start: 4, end: 5, text: '!(a)' }, file: 'a.ts' }
  const titled = { ...mutant, title: titleOf(mutant, source), area: 'streams', of: 'seed 1, 1970-01-01' }
  const report = reportOf([
    { ...titled, result: 'noticed' },
    { ...titled, result: 'noticed' },
    { ...titled, result: 'survived' },
  ])
  expect(report).toContain('| streams | 3 | 2 | 1 | 0 | 66.7 % | 90.0 % | seed 1, 1970-01-01 |')
  expect(report).toContain('| wiring | 0 | 0 | 0 | 0 | - | 85.0 % | - |')
  expect(report).toContain('- a.ts:1 condition negated: `a` → `!(a)`')
})

type Job = { readonly file: string; readonly source: string; readonly reach: 'nearest' }

/** The test file that notices each mutant, below the project; null where none does. */
const noticedBy = (jobs: readonly Job[]): Promise<(string | null)[]> =>
  new Promise((resolve, reject) => {
    const left = [...jobs]
    const results: (string | null)[] = []
    // What this Vitest tells its own workers would change the other.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
    const worker = fork(join(PROJECT, 'scripts', 'mutations', 'worker.mjs'), {
      ...{ cwd: PROJECT, env, execArgv: [] },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    worker.on('message', (message: { type: string; by?: string | null; message?: string }) => {
      if (message.type === 'alive') return
      if (message.type === 'failed') reject(new Error(message.message))
      if (message.type === 'ran') results.push(message.by?.slice(PROJECT.length + 1) ?? null)
      const job = left.shift()
      if (job === undefined) worker.disconnect()
      else worker.send(job)
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve(results))
  })

test('the tests of a machine, a stream and a rule notice what breaks them, and not what changes nothing', async () => {
  const job = async (path: string, change: (source: string) => string): Promise<Job> => {
    const file = join(PROJECT, path)
    const source = await readFile(file, 'utf8')
    return { file, source: change(source), reach: 'nearest' }
  }
  /** The nth mutant of a kind. */
  const broken = (path: string, kind: string, n = 0) =>
    job(path, (source) => {
      const mutant = mutantsOf(path, source).filter((each) => each.kind === kind)[n]
      if (mutant === undefined) throw new Error(`${path} has no mutant of the kind '${kind}'.`)
      return withMutant(source, mutant)
    })
  const machine = 'src/machines/date-range/date-range.machine.ts'
  const stream = 'src/streams/clocks.stream.ts'
  const rule = 'server/rules/rules.ts'
  const by = await noticedBy([
    await broken(machine, 'property removed'),
    await broken(machine, 'property removed', 1),
    await broken(stream, 'property removed'),
    await broken(stream, 'string emptied'),
    await broken(rule, 'operator changed'),
    await broken(rule, 'operator changed', 1),
    await job(machine, (source) => `${source}\n// This changes nothing.\n`),
    await job(stream, (source) => `${source}\n// This changes nothing.\n`),
    await job(rule, (source) => `${source}\n// This changes nothing.\n`),
  ])
  const [ofMachine, ofStream, ofRule] = [
    'tests/machines/date-range/date-range.test.ts',
    'tests/streams/clocks.test.ts',
    'tests/server/rules/rules.test.ts',
  ]
  expect(by).toEqual([...[ofMachine, ofMachine, ofStream, ofStream, ofRule, ofRule], ...[null, null, null]])
}, 300_000)
