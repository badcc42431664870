// @vitest-environment jsdom
import { readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { selectUser } from '#src/machines/app/app.selectors.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { wireApp } from '#src/wiring.ts'
import { vehicle } from '#tests/map/fixtures.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('SES-15 whoever logs in next on the same page sees nothing of the vehicles before', async () => {
  const environment = await readFile('public/env.json', 'utf8')
  vi.stubGlobal('fetch', async (input: string | Request) =>
    String(input instanceof Request ? input.url : input).endsWith('/env.json')
      ? new Response(environment)
      : new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } }),
  )
  window.history.replaceState(null, '', '/settings')
  const user = { id: 7, roles: ['MANAGER'], firstName: 'Asha', betaAccess: true, alphaAccess: true }
  const grant = { accessToken: 'a', refreshToken: 'r', expiresOn: Date.now() / 1000 + 3600 }
  localStorage.setItem(STORED.user, JSON.stringify(user))
  localStorage.setItem(STORED.grant, JSON.stringify(grant))
  const { actor, services } = wireApp({ window, notify: () => {} })
  await waitFor(actor, (snapshot) => selectUser(snapshot) !== null)
  services.fleetStore.replaceMembers([vehicle(7)])
  actor.getSnapshot().children.session?.send({ type: 'session.logOut' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
  expect(services.fleetStore.size).toBe(0)
  actor.stop()
})
