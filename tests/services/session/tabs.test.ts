import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTabLock } from '#src/services/kit/tab-lock.ts'
import { createSessionService } from '#src/services/session/session-service.ts'
import { createHttpFixture, createMemoryPage, grantOf } from '#tests/kit/services/http.fixture.ts'
import { type Answerer, json, startServer } from '#tests/kit/services/http-server.ts'
import { createLocks } from '#tests/kit/services/web-locks.ts'

const USER = { id: 7, roles: ['CUSTOMER'], firstName: 'Asha', betaAccess: true, alphaAccess: false }
const NEXT = {
  ...{ access_token: 'a2', refresh_token: 'r2', expires_on: 2_000_000_300, expires_in: 300 },
  token_type: 'Bearer',
}
const DATE = { date: 'Fri, 20 Nov 2026 10:05:00 GMT' }
const NOW = Date.parse('2026-11-20T10:05:00Z')

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Locks = ReturnType<typeof createLocks>

const openTab = (base: string, page: ReturnType<typeof createMemoryPage>, locks: Locks | undefined) => {
  const fixture = createHttpFixture(base, { page })
  const lock = createTabLock({ locks, name: 'test', longestWaitMs: 50 })
  return { ...fixture, session: createSessionService({ ...fixture, lock, now: () => NOW }) }
}

const signIn = (page: ReturnType<typeof createMemoryPage>) => {
  page.local.set('user', JSON.stringify(USER))
  page.local.set('grant', JSON.stringify(grantOf('a1')))
}

/** `count` tabs of one browser, logged in, with a server that answers `answer`. */
const openTabs = async (count: number, answer: Answerer, locks: Locks | undefined = createLocks()) => {
  const server = await startServer(answer)
  stops.push(server.stop)
  const page = createMemoryPage()
  signIn(page)
  return { server, page, locks, tabs: Array.from({ length: count }, () => openTab(server.base, page, locks)) }
}

const renewed: Answerer = (_, response) => json(response, 200, NEXT, DATE)

describe('the tabs of one browser', () => {
  test('SES-20 SE-02 eight simultaneous renewals make one request, and all continue with the new tokens', async () => {
    const { server, tabs } = await openTabs(8, renewed)
    const results = await Promise.all(tabs.map(({ session }) => session.refresh()))
    expect(server.seen).toHaveLength(1)
    expect(results).toEqual(tabs.map(() => ({ kind: 'refreshed', expiresOn: NEXT.expires_on, now: NOW })))
    expect(tabs.map(({ barrier }) => barrier.peek())).toEqual(tabs.map(() => 'a2'))
  })

  test("SE-02 a lock acquired before the other tab's tokens are visible waits for them", async () => {
    const locks = createLocks()
    const { server, page, tabs } = await openTabs(1, renewed, locks)
    let letGo: () => void = () => undefined
    const other = locks.request('test', {}, () => new Promise<void>((resolve) => (letGo = resolve)))
    const refreshed = tabs[0]?.session.refresh()
    await expect.poll(locks.waiting).toBe(1)
    letGo()
    await other
    page.otherTabSets('grant', JSON.stringify(grantOf('of the other tab')))
    expect(await refreshed).toMatchObject({ kind: 'refreshed', expiresOn: 2_000_000_000 })
    expect(server.seen).toEqual([])
  })

  test('SE-12 a tab frozen with the lock delays the others up to the limit, no longer', async () => {
    const locks = createLocks()
    const { server, tabs } = await openTabs(2, renewed, locks)
    void locks.request('test', {}, () => new Promise(() => undefined))
    const results = await Promise.all(tabs.map(({ session }) => session.refresh()))
    expect(results.map(({ kind }) => kind)).toEqual(['refreshed', 'refreshed'])
    expect(server.seen.length).toBeGreaterThan(0)
  })

  test('SE-12 a reply that arrives after another tab renewed is not stored', async () => {
    const { page, tabs } = await openTabs(1, (_, response) => {
      page.local.set('grant', JSON.stringify(grantOf('of the other tab')))
      json(response, 200, NEXT, DATE)
    })
    expect(await tabs[0]?.session.refresh()).toMatchObject({ kind: 'refreshed', expiresOn: 2_000_000_000 })
    expect(tabs[0]?.barrier.peek()).toBe('of the other tab')
  })

  test('SE-12 a refusal after another tab renewed ends nothing', async () => {
    const { page, tabs } = await openTabs(1, (_, response) => {
      page.local.set('grant', JSON.stringify(grantOf('of the other tab')))
      json(response, 400, { error: 'invalid_grant' })
    })
    expect(await tabs[0]?.session.refresh()).toMatchObject({ kind: 'refreshed' })
  })

  test('SE-11 a session of another user started by another tab is not renewed by this one', async () => {
    const { page, tabs } = await openTabs(1, (_, response) => {
      page.local.set('user', JSON.stringify({ ...USER, id: 8 }))
      page.local.set('grant', JSON.stringify(grantOf('of somebody else')))
      json(response, 200, NEXT, DATE)
    })
    expect(await tabs[0]?.session.refresh()).toEqual({ kind: 'gone' })
    expect(tabs[0]?.barrier.peek()).toBe('of somebody else')
  })

  test('without locks each tab asks, and the server answers all alike', async () => {
    const { server, tabs } = await openTabs(2, renewed, undefined)
    const results = await Promise.all(tabs.map(({ session }) => session.refresh()))
    expect(results.map(({ kind }) => kind)).toEqual(['refreshed', 'refreshed'])
    expect(server.seen.length).toBeGreaterThan(0)
  })

  test("SE-10 another tab takes the server's clock from the stored values", async () => {
    const { server, page, tabs } = await openTabs(1, (_, response) =>
      json(response, 200, NEXT, { date: 'Sat, 21 Nov 2026 10:05:00 GMT' }),
    )
    await tabs[0]?.session.refresh()
    const restored = openTab(server.base, page, undefined).session.restore()
    expect(restored?.now).toBe(Date.parse('2026-11-21T10:05:00Z'))
  })

  test("SE-10 the server's time is available without reading the storage, and follows the tokens of all tabs", async () => {
    const { page, tabs } = await openTabs(1, (_, response) =>
      json(response, 200, NEXT, { date: 'Sat, 21 Nov 2026 10:05:00 GMT' }),
    )
    const session = tabs[0]?.session
    const read = vi.spyOn(page.localStorage, 'getItem')
    expect([session?.serverNow(), read.mock.calls.length]).toEqual([NOW, 0])
    await session?.refresh()
    read.mockClear()
    expect([session?.serverNow(), read.mock.calls.length]).toEqual([Date.parse('2026-11-21T10:05:00Z'), 0])
    page.otherTabSets('grant', JSON.stringify({ ...grantOf('a3'), clockAheadMs: -5000 }))
    expect(session?.serverNow()).toBe(NOW - 5000)
    page.otherTabSets('grant', null)
    expect(session?.serverNow()).toBe(NOW)
  })
})
