import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { PROJECT } from '../../scripts/lib/command.mjs'

/** A file or folder of the project: `src/main.tsx`, `src/views/`, `docs/decisions/*.md`. */
const PATH = /(?<![\w./-])(?:src|server|contract|domain|tests|scripts|bench|docs|public)\/[\w./*{},-]*/g
const LINK = /\]\(([^)\s]+)\)/g

/** `x.machine.ts` stands for any name, and the results of a run need not exist. */
const IS_EXAMPLE = /\/x\.|^bench\/results/

const filesOf = (root: string, folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name).replaceAll(sep, '/'),
      )
    : []

/** `src/{views,machines}/*.ts`: a star stands for anything but a slash, two for anything. */
const matcherOf = (glob: string): RegExp => {
  const source = glob
    .replace(/[.]/g, '\\.')
    .replace(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
    .replace(/\{([^}]*)\}/g, (_, choice: string) => `(${choice.replaceAll(',', '|')})`)
  return new RegExp(`^${source}$`)
}

/** Whether a path of the text exists below `root`. It may be a glob, or end the sentence. */
const doesExist = (root: string, path: string): boolean => {
  const exact = path.replace(/[.,]+$/, '')
  if (!/[*{]/.test(exact)) return existsSync(join(root, exact))
  const [folder = ''] = exact.split('/')
  const matcher = matcherOf(exact)
  return filesOf(root, folder).some((file) => matcher.test(file))
}

/** Every path and relative link of the pages that leads nowhere. */
const deadPaths = (root: string) =>
  ['README.md', 'CONTRIBUTING.md', ...filesOf(root, 'docs').filter((file) => file.endsWith('.md'))]
    .filter((page) => existsSync(join(root, page)))
    .flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8')
      const links = [...text.matchAll(LINK)]
        .map(([, target = '']) => target.replace(/#.*$/, ''))
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
        .map((target) => join(dirname(page), target))
      const paths = [...text.replaceAll(LINK, ']').matchAll(PATH)]
        .map(([path]) => path)
        .filter((path) => !IS_EXAMPLE.test(path))
      return [...new Set([...links, ...paths])]
        .filter((path) => !doesExist(root, path))
        .map((path) => `${page}: ${path}`)
    })

test('every path and link in the documents exists', () => {
  expect(deadPaths(PROJECT)).toEqual([])
})

describe('what the check finds', () => {
  const trees: string[] = []
  const treeOf = (files: Readonly<Record<string, string>>) => {
    const tree = mkdtempSync(join(tmpdir(), 'roadbook-docs-'))
    trees.push(tree)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, name)), { recursive: true })
      writeFileSync(join(tree, name), text)
    }
    return tree
  }
  afterEach(() => {
    for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true })
  })

  test('a path, a pattern and a link to files that are gone', () => {
    const tree = treeOf({
      'src/main.tsx': '',
      'src/machines/app/app.machine.ts': '',
      'docs/one.md':
        'See `src/main.tsx`, `src/**/{app,fleet}.machine.ts`, src/gone.ts and `server/*.ts`, [here](two.md), [up](../README.md#start), [out](https://example.org).',
      'README.md': '`src/`, `src/machines/<feature>`, `src/machines/x.machine.ts`, ![picture](docs/gone.png)',
    })
    expect(deadPaths(tree).toSorted()).toEqual([
      'README.md: docs/gone.png',
      'docs/one.md: docs/two.md',
      'docs/one.md: server/*.ts',
      'docs/one.md: src/gone.ts',
    ])
  })
})
