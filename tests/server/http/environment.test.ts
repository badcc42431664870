import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '#server/http/environment.ts'
import { contentSecurityPolicy } from '#server/http/security.ts'

const OURS = join(import.meta.dirname, '..', '..', '..', 'public', 'env.json')
const dir = mkdtempSync(join(tmpdir(), 'roadbook-env-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const written = (text: string): string => {
  const file = join(dir, 'env.json')
  writeFileSync(file, text)
  return file
}

describe('the environment document', () => {
  test('OPEN-06 ours is valid, and variables replace its texts', async () => {
    expect(await readEnvironment(OURS)).toMatchObject({ productName: 'Roadbook', lab: false })
    const replaced = await readEnvironment(OURS, {
      ROADBOOK_PRODUCT_NAME: 'Truck Book',
      ROADBOOK_V2_BASE_URL: 'https://api.example/v2/',
      ROADBOOK_LAB: 'true',
    })
    expect(replaced).toMatchObject({
      productName: 'Truck Book',
      v2BaseUrl: 'https://api.example/v2/',
      lab: false,
    })
  })

  test.each([
    ['{', /cannot be read/],
    ['[]', /not a valid environment document/],
    ['null', /not a valid environment document/],
    ['{"productName":""}', /productName/],
  ])('%s is refused with the file named', async (text, message) => {
    const file = written(text)
    await expect(readEnvironment(file)).rejects.toThrow(message)
    await expect(readEnvironment(file)).rejects.toThrow(file)
  })

  test('a page may reach the hosts that the document names, and no others', async () => {
    const ours = JSON.parse(await readFile(OURS, 'utf8'))
    expect(contentSecurityPolicy(ours)).toContain("connect-src 'self';")
    const policy = contentSecurityPolicy({
      ...ours,
      v2BaseUrl: 'https://api.example/v2/',
      satelliteTilesUrl: 'https://tiles.example/{z}/{x}/{y}.jpg',
    })
    expect(policy).toContain("connect-src 'self' https://api.example https://tiles.example;")
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example;")
  })
})
