import { beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '#server/configuration.ts'
import { markdownToHtml } from '#server/help/manual.service.ts'
import { PAYMENT_URL, withBackend } from '#tests/kit/server/backend.fixture.ts'

const READ = '/api/v2/onlinefleetmngmt/dicv/maintenancestatus'
const SET = '/api/v2/onlinefleetmngmt/dicv/enablemaintenance'
const PAYMENT = '/api/v3/getpaymentdetails/redirection-url'
const MANUAL = '/api/v2/onlinefleetmngmt/dicv/user-manual'

const withUsers = (backend: ReturnType<typeof withBackend>) => {
  const tokens = { admin: '', manager: '' }
  beforeAll(async () => {
    await backend.addUser('super', 'SUPERADMIN', null)
    await backend.addUser('manager', 'MANAGER', null)
    tokens.admin = (await backend.logIn('super')).token
    tokens.manager = (await backend.logIn('manager')).token
  })
  return tokens
}

describe('the shell', () => {
  const backend = withBackend()
  const tokens = withUsers(backend)

  test('TCK-11 API-35 API-36 maintenance is off at first; administrators switch it, everybody reads it', async () => {
    const read = async () => (await backend.ask('GET', READ)).body
    expect(await read()).toEqual({ maintenance: false })
    for (const maintenance of [true, true, false]) {
      const answer = await backend.ask('POST', SET, { token: tokens.admin, body: { maintenance } })
      expect(answer).toMatchObject({ status: 200, body: { maintenance } })
      expect(await read()).toEqual({ maintenance })
    }
  })

  test('TCK-11 other roles cannot switch it, and only a boolean is accepted', async () => {
    const asManager = await backend.ask('POST', SET, { token: tokens.manager, body: { maintenance: true } })
    expect(asManager.status).toBe(403)
    for (const body of [{}, { maintenance: 'true' }, { maintenance: null }]) {
      expect((await backend.ask('POST', SET, { token: tokens.admin, body })).status).toBe(400)
    }
    expect((await backend.ask('GET', READ)).body).toEqual({ maintenance: false })
  })

  test('SHL-38 API-98 the payment call answers the configured address', async () => {
    const { status, body } = await backend.ask('GET', PAYMENT, { token: tokens.manager })
    expect([status, body]).toEqual([200, { redirectionUrl: PAYMENT_URL }])
  })

  test('FTR-08 API-37 the user manual is one HTML file that loads nothing', async () => {
    const { status, headers, body } = await backend.ask('GET', MANUAL, { token: tokens.manager })
    const html = String(body)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="roadbook-user-manual.html"')
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(html).toContain('<h1>Roadbook user manual</h1>')
    expect(html).toContain('<h2>Play back a route</h2>')
    expect(html).not.toMatch(/\{product\}|<script|<link|<img|src=|url\(/)
  })

  test.each([
    ['hi', 'hi'],
    ['hi-IN', 'hi'],
    ['ta', 'ta'],
    ['fr', 'en'],
    ['en-XA', 'en'],
  ])('the user manual in %s is that in %s', async (language, shown) => {
    const { status, body } = await backend.ask('GET', `${MANUAL}?language=${language}`, {
      token: tokens.manager,
    })
    expect(status).toBe(200)
    expect(String(body)).toContain(`<html lang="${shown}">`)
    expect(String(body)).toMatch(/<title>.*Roadbook.*<\/title>/)
    expect(/\p{Script=Devanagari}/u.test(String(body))).toBe(shown === 'hi')
    expect(/\p{Script=Tamil}/u.test(String(body))).toBe(shown === 'ta')
  })

  test('a language for the manual that is no tag is refused', async () => {
    const path = `${MANUAL}?language=${encodeURIComponent('../../etc')}`
    expect((await backend.ask('GET', path, { token: tokens.manager })).status).toBe(400)
  })
})

describe('an installation without a payment portal', () => {
  const backend = withBackend({ paymentUrl: '' })
  const tokens = withUsers(backend)

  test('SHL-39 the payment call reports its absence, and no setting of the server', async () => {
    const { status, body } = await backend.ask('GET', PAYMENT, { token: tokens.manager })
    expect(status).toBe(404)
    expect(body).toEqual({
      status: 404,
      error: true,
      code: 'paymentNotConfigured',
      message: expect.not.stringContaining('PAYMENT_URL'),
    })
  })
})

describe('the configuration', () => {
  test('accepts an https address for payments', () => {
    expect(readConfiguration({ PAYMENT_URL }).paymentUrl).toBe(PAYMENT_URL)
    expect(readConfiguration({}).paymentUrl).toBeUndefined()
  })

  test.each(['http://payments.example', 'javascript:alert(1)', 'payments.example', 'https://'])(
    'refuses %s for payments, naming the variable',
    (text) => {
      expect(() => readConfiguration({ PAYMENT_URL: text })).toThrow(/^PAYMENT_URL must be/)
    },
  )
})

describe('Markdown of the manual', () => {
  test('FTR-08 renders headings, paragraphs, lists and marks', () => {
    expect(markdownToHtml('# A & B\n\nOne\ntwo **bold** *soft* `x < y`\n\n- a\n- b\n\n1. c\n2. d')).toBe(
      [
        '<h1>A &amp; B</h1>',
        '<p>One two <strong>bold</strong> <em>soft</em> <code>x &lt; y</code></p>',
        '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
        '<ol>\n<li>c</li>\n<li>d</li>\n</ol>',
      ].join('\n'),
    )
  })

  test('FTR-08 renders tags in the text as text', () => {
    expect(markdownToHtml('<script>alert("1")</script>')).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</p>',
    )
  })
})
