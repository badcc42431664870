import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..', '..')
const trees: string[] = []

const layersOf = (files: Readonly<Record<string, string>>) => {
  const tree = mkdtempSync(join(tmpdir(), 'roadbook-layers-'))
  trees.push(tree)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(tree, name, '..'), { recursive: true })
    writeFileSync(join(tree, name), text)
  }
  return spawnSync(process.execPath, [join(PROJECT, 'scripts', 'layers.mjs'), tree], { encoding: 'utf8' })
}

const leaf = 'export const leaf = 1\n'
const using = (path: string) =>
  `import { leaf } from '${path.startsWith('.') ? path : `./${path}`}'\nexport const user = leaf\n`
const naming = (path: string) => `import type { leaf } from '${path}'\nexport type User = typeof leaf\n`

const VIOLATIONS = [
  ['a machine that uses a view', 'machines-are-pure', 'src/machines/one.ts', 'src/views/leaf.ts'],
  ['a machine that uses a service', 'machines-are-pure', 'src/machines/two.ts', 'src/services/leaf.ts'],
  [
    'a view that uses a service',
    'views-know-services-and-streams-by-type',
    'src/views/three.ts',
    'src/services/leaf.ts',
  ],
  ['a service that uses a view', 'services-do-not-know-views', 'src/services/four.ts', 'src/views/leaf.ts'],
  [
    'the contract using the server',
    'contract-imports-nothing-of-ours',
    'contract/five.ts',
    'server/repositories/leaf.ts',
  ],
  [
    'the client using the server',
    'client-does-not-know-the-server',
    'src/views/six.ts',
    'server/repositories/leaf.ts',
  ],
  [
    'a route that asks a repository',
    'routes-ask-services',
    'server/routes/seven.ts',
    'server/repositories/leaf.ts',
  ],
  [
    'a feature that passes by the index of another',
    'views-know-features-by-their-index',
    'src/views/live/ten.ts',
    'src/views/trips/leaf.ts',
  ],
  ['two modules in a circle', 'no-circular', 'src/views/eight.ts', 'src/views/nine.ts'],
] as const

describe('the layers check', () => {
  const planted = layersOf({
    'src/views/leaf.ts': leaf,
    'src/views/trips/leaf.ts': leaf,
    'src/services/leaf.ts': leaf,
    'server/repositories/leaf.ts': leaf,
    ...Object.fromEntries(VIOLATIONS.map(([, , from, to]) => [from, using(relative(dirname(from), to))])),
    'src/views/nine.ts': `import { user } from './eight.ts'\nexport const leaf = user\n`,
  })
  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true })
  })

  test.each(VIOLATIONS)('refuses %s', (_title, rule, from, to) => {
    expect(planted.stdout).toContain(`${rule}: ${from} → ${to}`)
    expect(planted.status).toBe(1)
  })

  test('lets a machine import the types of a service', () => {
    const { status, stdout } = layersOf({
      'src/machines/a.ts': naming('../services/b.ts'),
      'src/services/b.ts': leaf,
    })
    expect(stdout).toContain('2 modules keep to their layers')
    expect(status).toBe(0)
  })

  test('fails if it finds nothing to check', () => {
    const { status, stderr } = layersOf({ 'src/readme.md': 'no module here' })
    expect(stderr).toContain('no module at all')
    expect(status).toBe(1)
  })
})
