import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTypeCheck, mutantsOf, shuffled, withMutant } from '../../scripts/mutations/mutants.mjs'
import { reportOf, titleOf } from '../../scripts/mutations/report.mjs'

const sourcesOf = (source: string) => mutantsOf('a.ts', source).map((mutant) => withMutant(source, mutant))

test('conditions are negated, boundaries moved, operators, booleans and negations changed', () => {
  expect(sourcesOf('if (a < b) c = !d')).toEqual([
    'if (!(a < b)) c = !d',
    'if (a <= b) c = !d',
    'if (a < b) ;',
    'if (a < b) c = d',
  ])
  expect(sourcesOf('const a = b ? c + 1 : d ?? true')).toEqual([
    'const a = !(b) ? c + 1 : d ?? true',
    'const a = b ? c - 1 : d ?? true',
    'const a = b ? c + 1 : d',
    'const a = b ? c + 1 : d ?? false',
  ])
})

test('statements, entries and properties are removed, strings emptied', () => {
  expect(sourcesOf("send([a, 'b'])")).toEqual([';', "send(['b'])", 'send([a])', "send([a, ''])"])
  expect(sourcesOf('const a = { b, c: 1, ...d }')).toEqual([
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

test('the report gives a score for each area and names the survivors', () => {
  const source = 'if (a) b'
  const mutant = {
    kind: 'condition negated',
    line: 1,
    start: 4,
    end: 5,
    text: '!(a)',
    file: 'a.ts',
    area: 'streams',
  }
  const results = [
    { ...mutant, result: 'noticed' },
    { ...mutant, result: 'noticed' },
    { ...mutant, result: 'survived' },
  ]
  const report = reportOf({ of: '3 mutants, seed 1', results }, () => source, new Date(0))
  expect(report).toContain('3 mutants, seed 1, 1970-01-01.')
  expect(report).toContain('| streams | 3 | 2 | 1 | 0 | 66.7 % | 90.0 % |')
  expect(report).toContain('- a.ts:1 condition negated: `a` → `!(a)`')
})
