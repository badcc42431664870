import { readFile } from 'node:fs/promises'
import { onTestFinished, vi } from 'vitest'
import { waitFor } from 'xstate'
import { selectUser } from '#src/machines/app/app.selectors.ts'
import { STORED } from '#src/services/storage/storage.ts'
import { wireApp } from '#src/wiring/index.ts'

/** With a key the bundled map's code is not loaded. */
export const GOOGLE = 'a key of Google Maps'

/** Has what listens to the target from now on leave it when the test ends: a later test shares the page. */
const leaveAfterwards = (target: EventTarget): void => {
  const added: Array<Parameters<EventTarget['addEventListener']>> = []
  const add = target.addEventListener
  target.addEventListener = (...listener) => {
    added.push(listener)
    add.apply(target, listener)
  }
  onTestFinished(() => {
    target.addEventListener = add
    for (const listener of added) target.removeEventListener(...listener)
  })
}

/** The portal on a page that finds a stored session, unless it is a guest's; the server answers only what `answers` has at the end of an address: a body, or what makes the whole response. */
export const startPortal = async ({
  clockAheadMs = 0,
  loadFirstScreen = async () => {},
  onEnvironment = () => {},
  answers = {},
  requested = [],
  address = '/settings',
  routerBase = '',
  googleMapsKey = GOOGLE,
  timeZone,
  isGuest = false,
}: {
  clockAheadMs?: number
  loadFirstScreen?: () => Promise<void>
  onEnvironment?: () => void
  answers?: Readonly<Record<string, object | ((input: string | Request) => Response)>>
  /** The requested addresses are added here. */
  requested?: string[]
  address?: string
  routerBase?: string
  googleMapsKey?: string
  /** Of the company of the user. */
  timeZone?: string
  /** Without a stored session. */
  isGuest?: boolean
}) => {
  const environment = JSON.parse(await readFile('public/env.json', 'utf8'))
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const address = String(input instanceof Request ? input.url : input)
    requested.push(address)
    const url = address.split('?')[0] ?? ''
    if (url.endsWith('/env.json')) {
      onEnvironment()
      // Node.js makes no request of an address without its origin.
      const [v2BaseUrl, v3BaseUrl] = ['v2', 'v3'].map((backend) => `${window.origin}/api/${backend}/`)
      return Response.json({ ...environment, routerBase, googleMapsKey, v2BaseUrl, v3BaseUrl })
    }
    const answer = Object.entries(answers).find(([end]) => url.endsWith(end))?.[1]
    if (typeof answer === 'function') return answer(input)
    return Response.json(answer ?? {}, { status: answer === undefined ? 501 : 200 })
  })
  window.history.replaceState(null, '', address)
  if (!isGuest) {
    const user = {
      id: 7,
      roles: ['MANAGER'],
      firstName: 'Asha',
      betaAccess: true,
      alphaAccess: true,
      timeZone,
    }
    const expiresOn = (Date.now() + clockAheadMs) / 1000 + 3600
    localStorage.setItem(STORED.user, JSON.stringify(user))
    localStorage.setItem(
      STORED.grant,
      JSON.stringify({ accessToken: 'a', refreshToken: 'r', expiresOn, clockAheadMs }),
    )
  }
  leaveAfterwards(window)
  leaveAfterwards(document)
  const portal = await wireApp({ window, notify: () => {} }, loadFirstScreen)
  onTestFinished(() => void portal.actor.stop())
  return portal
}

/** The same, once its user is there. */
export const openPortal = async (options: Parameters<typeof startPortal>[0] = {}) => {
  const portal = await startPortal(options)
  await waitFor(portal.actor, (snapshot) => selectUser(snapshot) !== null)
  return portal
}
