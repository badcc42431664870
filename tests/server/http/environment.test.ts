import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnvironment } from '#server/http/environment.ts'
import { contentSecurityPolicy, pageGuard } from '#server/http/security.ts'

const OURS = join(import.meta.dirname, '..', '..', '..', 'public', 'env.json')
const dir = mkdtempSync(join(tmpdir(), 'roadbook-env-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const written = (text: string): string => {
  const file = join(dir, 'env.json')
  writeFileSync(file, text)
  return file
}

describe('the environment document', () => {
  test('OPEN-06 the shipped one is valid, and variables replace its texts', async () => {
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

  test("an installation's own document replaces keys, may be missing, and is named where it is wrong", async () => {
    const own = join(dir, 'own.json')
    const read = (variables = {}) => readEnvironment(OURS, variables, own)
    expect(await read()).toEqual(await readEnvironment(OURS))
    writeFileSync(own, '{"supportPhone":"112","identityProvider":null}')
    expect(await read()).toEqual({
      ...(await readEnvironment(OURS)),
      supportPhone: '112',
      identityProvider: null,
    })
    expect(await read({ ROADBOOK_SUPPORT_PHONE: '113' })).toMatchObject({ supportPhone: '113' })
    for (const text of ['{', '[]', '{"productName":""}']) {
      writeFileSync(own, text)
      await expect(read()).rejects.toThrow(own)
    }
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

  test('a page may reach only the hosts that the document names', async () => {
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

  test('MAP-47 OPEN-72 a page may reach Google only with a key, and a geocoder only with its address', async () => {
    const ours = JSON.parse(await readFile(OURS, 'utf8'))
    expect(pageGuard(ours, true).policy).not.toMatch(/google|gstatic|geocoder/)
    expect(pageGuard(ours, true).referrer).toBe('no-referrer')
    const { policy, referrer } = pageGuard({ ...ours, googleMapsKey: 'a-key' }, true)
    expect(policy).toContain("script-src 'self' https://*.googleapis.com https://*.gstatic.com blob:;")
    expect(policy).toMatch(/img-src [^;]*https:\/\/\*\.googleapis\.com/)
    expect(policy).toMatch(/connect-src [^;]*https:\/\/\*\.googleapis\.com/)
    expect(referrer).toBe('strict-origin')
    const geocoder = contentSecurityPolicy({ ...ours, geocoderUrl: 'https://geocoder.example/nominatim' })
    expect(geocoder).toContain("connect-src 'self' https://geocoder.example;")
    expect(geocoder).toContain("script-src 'self';")
  })
})
