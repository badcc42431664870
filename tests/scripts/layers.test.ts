import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import rules from '../../.dependency-cruiser.mjs'
import { CHECKS } from '../../scripts/lib/layers.mjs'

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

afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true })
})

const leaf = 'export const leaf = 1\n'
const pathTo = (from: string, to: string) => {
  const packageName = /^node_modules\/([^/]+)\//.exec(to)?.[1]
  const path = relative(dirname(from), to)
  return packageName ?? (path.startsWith('.') ? path : `./${path}`)
}
const byValue = (from: string, to: string) =>
  `import { leaf } from '${pathTo(from, to)}'\nexport const user = leaf\n`
const byType = (from: string, to: string) =>
  `import type { leaf } from '${pathTo(from, to)}'\nexport type User = typeof leaf\n`
const dynamically = (from: string, to: string) => `export const load = () => import('${pathTo(from, to)}')\n`

type Case = readonly [rule: string, from: string, to: string, write?: (from: string, to: string) => string]

/** Each import breaks its rule; each stands in a file of its own. */
const BREAKS: readonly Case[] = [
  ['domain-stands-alone', 'domain/a.ts', 'contract/leaf.ts', byType],
  ['domain-is-pure', 'domain/b.ts', 'node_modules/zod/index.js'],
  ['contract-imports-domain', 'contract/a.ts', 'server/db/leaf.ts'],
  ['contract-imports-domain', 'contract/b.ts', 'src/machines/kit/leaf.ts', byType],
  ['client-does-not-know-the-server', 'src/views/kit/a.ts', 'server/db/leaf.ts', byType],
  ['client-does-not-know-the-server', 'src/views/kit/b.ts', 'tests/leaf.ts'],
  ['server-does-not-know-the-client', 'server/db/a.ts', 'src/machines/kit/leaf.ts', byType],
  ['machines-are-pure', 'src/machines/kit/a.ts', 'src/services/http/leaf.ts', byType],
  ['machines-are-pure', 'src/machines/kit/b.ts', 'src/streams/leaf.ts'],
  ['machines-are-pure', 'src/machines/kit/c.ts', 'src/views/kit/leaf.ts'],
  ['machines-are-pure', 'src/machines/kit/d.ts', 'src/texts/en/leaf.ts'],
  ['machines-use-xstate-alone', 'src/machines/kit/e.ts', 'node_modules/rxjs/index.js'],
  ['services-and-streams-know-ports', 'src/services/http/a.ts', 'src/machines/live/live.machine.ts', byType],
  ['services-and-streams-know-ports', 'src/streams/a.ts', 'src/machines/live/live.logic.ts', byType],
  ['services-and-streams-know-machines-by-type', 'src/services/http/b.ts', 'src/machines/live/live.ports.ts'],
  ['services-and-streams-know-machines-by-type', 'src/streams/b.ts', 'src/machines/kit/leaf.ts'],
  ['streams-know-services-by-type', 'src/streams/c.ts', 'src/services/http/leaf.ts'],
  ['services-and-streams-serve-machines', 'src/services/http/c.ts', 'src/views/kit/leaf.ts', byType],
  ['services-and-streams-serve-machines', 'src/services/http/d.ts', 'src/streams/leaf.ts', byType],
  ['services-and-streams-serve-machines', 'src/streams/d.ts', 'src/texts/en/leaf.ts'],
  ['texts-hold-sentences', 'src/texts/en/a.ts', 'src/machines/kit/leaf.ts', byType],
  ['views-know-services-and-streams-by-type', 'src/views/kit/c.ts', 'src/services/http/leaf.ts'],
  ['views-know-services-and-streams-by-type', 'src/views/kit/d.ts', 'src/streams/leaf.ts'],
  ['views-meet-at-an-index', 'src/views/live/a.ts', 'src/views/trips/leaf.ts'],
  ['views-meet-at-an-index', 'src/views/live/b.ts', 'src/views/trips/leaf.ts', byType],
  ['views-meet-at-an-index', 'src/views/kit/e.ts', 'src/views/trips/leaf.ts'],
  ['views-meet-at-an-index', 'src/views/root.ts', 'src/views/trips/leaf.ts'],
  ['lab-runs-machines-alone', 'src/lab/a.ts', 'src/services/http/leaf.ts', byType],
  ['lab-runs-machines-alone', 'src/lab/b.ts', 'src/views/kit/leaf.ts'],
  ['lab-is-not-for-everybody', 'src/views/kit/h.ts', 'src/lab/leaf.ts', byType],
  ['the-map-director-shows-machines', 'src/map-director/a.ts', 'src/streams/leaf.ts', byType],
  ['the-map-director-shows-machines', 'src/map-director/b.ts', 'src/views/kit/leaf.ts'],
  ['wiring-is-the-end', 'src/views/kit/f.ts', 'src/wiring/leaf.ts', byType],
  ['wiring-is-the-end', 'src/services/http/e.ts', 'src/main.tsx', byType],
  ['map-packages-stay-in-the-map', 'src/views/kit/g.ts', 'node_modules/maplibre-gl/index.js'],
  ['routes-ask-services', 'server/live/a.routes.ts', 'server/live/leaf.repository.ts'],
  ['routes-ask-services', 'server/live/b.routes.ts', 'server/db/leaf.ts'],
  ['routes-are-mounted', 'server/live/a.service.ts', 'server/live/leaf.routes.ts'],
  ['routes-are-mounted', 'server/live/a.repository.ts', 'server/live/leaf.routes.ts', byType],
  ['repositories-ask-the-database', 'server/live/b.repository.ts', 'server/live/leaf.service.ts'],
  ['repositories-ask-the-database', 'server/db/b.ts', 'server/simulator/leaf.ts'],
  ['repositories-ask-the-database', 'server/track/a.ts', 'server/live/leaf.service.ts'],
  ['programs-are-the-end', 'server/live/c.ts', 'server/backend.ts'],
]

/** Each import keeps to the rules. */
const KEEPS: readonly Case[] = [
  ['', 'contract/x.ts', 'domain/leaf.ts'],
  ['', 'src/machines/live/x.ts', 'src/machines/kit/leaf.ts'],
  ['', 'src/services/http/x.ts', 'src/machines/live/live.ports.ts', byType],
  ['', 'src/streams/x.ts', 'src/services/http/leaf.ts', byType],
  ['', 'src/views/live/x.ts', 'src/views/trips/index.ts'],
  ['', 'src/views/live/y.ts', 'src/views/trips/leaf.ts', dynamically],
  ['', 'src/views/live/z.ts', 'src/views/kit/leaf.ts'],
  ['', 'src/map-director/x.ts', 'src/machines/kit/leaf.ts'],
  ['', 'src/wiring/x.ts', 'src/services/http/leaf.ts'],
  ['', 'server/trips/x.routes.ts', 'server/live/leaf.service.ts'],
  ['', 'server/trips/y.routes.ts', 'server/live/leaf.repository.ts', byType],
  ['', 'server/trips/x.service.ts', 'server/live/leaf.repository.ts'],
]

const filesOf = (cases: readonly Case[]) => {
  const files = [...new Set(cases.map(([, , to]) => to))].map((to) => [to, leaf] as const)
  return {
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(files),
    ...Object.fromEntries(cases.map(([, from, to, write = byValue]) => [from, write(from, to)])),
  }
}

describe('the layers check', () => {
  let broken: ReturnType<typeof layersOf>
  beforeAll(() => {
    broken = layersOf({
      ...filesOf(BREAKS),
      'src/services/live/live.worker.ts': "import { read } from './read.ts'\nexport const hub = read\n",
      'src/services/live/read.ts':
        "import { leaf } from '../../../contract/errors.ts'\nexport const read = leaf\n",
      'contract/errors.ts': leaf,
      'src/views/help/one.ts': "import { two } from './two.ts'\nexport const one = two\n",
      'src/views/help/two.ts': "import { one } from './one.ts'\nexport const two = one\n",
      'server/mail/one.ts': byValue('server/mail/one.ts', 'server/http/leaf.ts'),
      'server/http/leaf.ts': leaf,
      'server/http/two.ts': "import { other } from '../mail/other.ts'\nexport const two = other\n",
      'server/mail/other.ts': 'export const other = 1\n',
      'server/fleet/one.ts': byValue('server/fleet/one.ts', 'server/import/files/leaf.ts'),
      'server/import/files/leaf.ts': leaf,
      'server/import/two.ts': "import { other } from '../fleet/other.ts'\nexport const two = other\n",
      'server/fleet/other.ts': 'export const other = 1\n',
      'server/mail/statement.ts': "export const read = (db) => db.selectFrom('mail')\n",
      'server/mail/raw.ts': "import { sql } from '../http/leaf.ts'\nexport const one = sql`select 1`\n",
      'server/mail/mail.repository.ts': "export const read = (db) => db.selectFrom('mail')\n",
    })
  })

  test.each(BREAKS)('%s: refuses %s → %s', (rule, from, to) => {
    expect(broken.stdout).toContain(`${rule}: ${from} → ${to}\n`)
    expect(broken.status).toBe(1)
  })

  test('no-circular: refuses two modules that import each other', () => {
    expect(broken.stdout).toMatch(/no-circular: src\/views\/help\/(one|two)\.ts/)
  })

  test('workers-carry-no-error-table: refuses what leads there over other modules', () => {
    expect(broken.stdout).toContain(
      'workers-carry-no-error-table: src/services/live/live.worker.ts → contract/errors.ts',
    )
  })

  test('no-mutual-folders: refuses two folders, or rooms, that import each other', () => {
    expect(broken.stdout).toContain('no-mutual-folders: server/http (')
    expect(broken.stdout).toContain('no-mutual-folders: server/fleet (')
  })

  test('sql-in-repositories: refuses statements elsewhere', () => {
    expect(broken.stdout).toContain('sql-in-repositories: server/mail/statement.ts')
    expect(broken.stdout).toContain('sql-in-repositories: server/mail/raw.ts')
    expect(broken.stdout).not.toContain('sql-in-repositories: server/mail/mail.repository.ts')
  })

  test('every rule is broken by a test', () => {
    const names = new Set([...rules.forbidden, ...CHECKS].map(({ name }) => name))
    const tested = new Set([
      ...BREAKS.map(([rule]) => rule),
      ...CHECKS.map(({ name }) => name),
      'no-circular',
      'workers-carry-no-error-table',
    ])
    expect([...tested].sort()).toEqual([...names].sort())
  })

  test('lets pass what keeps to the rules', () => {
    const { status, stdout } = layersOf(filesOf(KEEPS))
    expect(stdout).toContain('modules keep to their layers')
    expect(status).toBe(0)
  })

  test('fails if it finds nothing to check', () => {
    const { status, stderr } = layersOf({ 'src/readme.md': 'no module here' })
    expect(stderr).toContain('no module at all')
    expect(status).toBe(1)
  })

  test('docs/architecture.md lists the same rules', () => {
    const page = readFileSync(join(PROJECT, 'docs', 'architecture.md'), 'utf8')
    const section = page.split('## What may import what\n')[1]?.split('\n## ')[0] ?? ''
    const listed = [...section.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, name, text]) => [
      name,
      text,
    ])
    const enforced = new Map([...rules.forbidden, ...CHECKS].map(({ name, comment }) => [name, comment]))
    expect(listed).toEqual([...enforced])
  })
})
