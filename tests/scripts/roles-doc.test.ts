import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rolesDoc } from '../../scripts/roles/roles-doc.ts'

test('docs/roles.md matches the tables; npm run roles writes it', () => {
  const written = readFileSync(new URL('../../docs/roles.md', import.meta.url), 'utf8')
  expect(written).toBe(rolesDoc())
  expect(written).toContain('`/cssupport`')
  expect(written).toContain('`beginActing`')
})
