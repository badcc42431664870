// @vitest-environment jsdom
import { readFile } from 'node:fs/promises'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { selectBlockingFailure, selectUser } from '#src/machines/app/app.selectors.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { wireApp } from '#src/wiring/index.ts'
import { mapVehicle } from '#tests/kit/builders/map-scene.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** The portal on a page that finds a stored session; the server answers nothing. */
const startPortal = async ({
  clockAheadMs = 0,
  loadFirstScreen = async () => {},
  onEnvironment = () => {},
}: {
  clockAheadMs?: number
  loadFirstScreen?: () => Promise<void>
  onEnvironment?: () => void
}) => {
  const environment = await readFile('public/env.json', 'utf8')
  vi.stubGlobal('fetch', async (input: string | Request) => {
    if (!String(input instanceof Request ? input.url : input).endsWith('/env.json'))
      return new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } })
    onEnvironment()
    return new Response(environment)
  })
  window.history.replaceState(null, '', '/settings')
  const user = { id: 7, roles: ['MANAGER'], firstName: 'Asha', betaAccess: true, alphaAccess: true }
  const expiresOn = (Date.now() + clockAheadMs) / 1000 + 3600
  localStorage.setItem(STORED.user, JSON.stringify(user))
  localStorage.setItem(
    STORED.grant,
    JSON.stringify({ accessToken: 'a', refreshToken: 'r', expiresOn, clockAheadMs }),
  )
  const portal = await wireApp({ window, notify: () => {} }, loadFirstScreen)
  onTestFinished(() => void portal.actor.stop())
  return portal
}

/** The same, once its user is there. */
const openPortal = async (clockAheadMs = 0) => {
  const portal = await startPortal({ clockAheadMs })
  await waitFor(portal.actor, (snapshot) => selectUser(snapshot) !== null)
  return portal
}

test('SES-15 the next user to log in on the same page sees nothing of the previous vehicles', async () => {
  const { actor, services } = await openPortal()
  services.fleetStore.replaceMembers([mapVehicle(7)])
  actor.getSnapshot().children.session?.send({ type: 'session.logOut' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
  expect(services.fleetStore.size).toBe(0)
})

test("SE-10 OPEN-40 trucks age by the server's clock, not by that of a machine an hour ahead", async () => {
  const clockAheadMs = -3_600_000
  const { services } = await openPortal(clockAheadMs)
  const serverNow = services.serverNow()
  expect(Math.abs(serverNow - Date.now() - clockAheadMs)).toBeLessThan(60_000)
  services.fleetStore.replaceMembers([
    mapVehicle(7, { fixTime: serverNow - 1000 }),
    mapVehicle(8, { fixTime: serverNow - 60_000 }),
  ])
  expect([...services.fleetStore.columns.late]).toEqual([0, 1])
  expect(services.fleetStore.counts()).toMatchObject({ RUNNING: 2, OFFLINE: 0 })
})

test("SE-10 OPEN-40 the first list after a login is aged by the server's clock, which arrived with the tokens", async () => {
  const { services } = await openPortal()
  services.fleetStore.age(Date.now())
  const clockAheadMs = -3_600_000
  const grant = JSON.parse(localStorage.getItem(STORED.grant) ?? '{}')
  localStorage.setItem(STORED.grant, JSON.stringify({ ...grant, clockAheadMs }))
  window.dispatchEvent(new StorageEvent('storage', { key: STORED.grant, storageArea: localStorage }))
  services.fleetStore.replaceMembers([mapVehicle(7, { fixTime: Date.now() + clockAheadMs - 1000 })])
  expect([...services.fleetStore.columns.late]).toEqual([0])
  expect(services.fleetStore.counts()).toMatchObject({ RUNNING: 1, OFFLINE: 0 })
})

test('data for logged-in users is fetched before the environment has loaded; if that fails the page reports it, and Retry fetches it again', async () => {
  const fetched: string[] = []
  const { actor } = await startPortal({
    onEnvironment: () => fetched.push('environment'),
    loadFirstScreen: async () => {
      fetched.push('screen')
      if (fetched.length === 1) throw new TypeError('Failed to fetch dynamically imported module')
    },
  })
  const { context } = await waitFor(actor, (snapshot) => selectBlockingFailure(snapshot) !== null)
  expect(context.failure).toBe(
    'Part of the page could not be loaded. Check the connection and reload the page.',
  )
  expect(fetched).toEqual(['screen', 'environment'])
  actor.send({ type: 'app.retry' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) !== null)
  expect(fetched).toEqual(['screen', 'environment', 'screen', 'environment'])
})
