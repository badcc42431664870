// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { createLocation, type PageLocation } from '#src/services/location/location.ts'

beforeEach(() => {
  window.history.replaceState(null, '', '/')
})
const recordPaths = (location: ReturnType<typeof createLocation>) => {
  const paths: PageLocation[] = []
  const stop = location.onChange((place) => paths.push(place))
  return { paths, stop }
}

test('emits each change once, and nothing without a change', () => {
  const location = createLocation(window)
  const { paths, stop } = recordPaths(location)
  location.navigate('/track-trace?v=1')
  location.navigate('/track-trace?v=1')
  location.navigate('/alerts', { replace: true })
  stop()
  location.navigate('/settings')
  expect(paths).toEqual([
    { path: '/track-trace', search: '?v=1' },
    { path: '/alerts', search: '' },
  ])
  expect(location.current()).toEqual({ path: '/settings', search: '' })
  expect(location.current()).toBe(location.current())
})

test('replacing adds no history entry, navigating adds one', () => {
  const location = createLocation(window)
  const before = window.history.length
  location.navigate('/a')
  location.navigate('/b', { replace: true })
  expect(window.history.length).toBe(before + 1)
  expect(window.location.pathname).toBe('/b')
})

test("follows the browser's back and forward buttons", async () => {
  const location = createLocation(window)
  location.navigate('/a')
  location.navigate('/b')
  const paths = new Promise<PageLocation>((resolve) => location.onChange(resolve))
  window.history.back()
  expect(await paths).toEqual({ path: '/a', search: '' })
})

test.each(['/portal', 'portal/', '/portal/'])('SES-60 paths lie below the router base %s', (base) => {
  window.history.replaceState(null, '', '/portal/track-trace')
  const location = createLocation(window)
  const { paths } = recordPaths(location)
  location.setBase(base)
  expect(paths).toEqual([{ path: '/track-trace', search: '' }])
  location.navigate('/')
  expect(window.location.pathname).toBe('/portal/')
  expect(location.current().path).toBe('/')
  expect(location.href('/alerts')).toBe('/portal/alerts')
})

test('SES-60 a base that only resembles the start of a path is not removed', () => {
  window.history.replaceState(null, '', '/portals')
  const location = createLocation(window)
  location.setBase('/portal')
  expect(location.current().path).toBe('/portals')
})

test.each(['', '/portal'])('a path is never read as another host (base %j)', (base) => {
  window.history.replaceState(null, '', `${window.location.origin}${base}//evil.example/x`)
  const location = createLocation(window)
  location.setBase(base)
  expect(location.current().path).toBe('/evil.example/x')
})

test("CR-08 while navigation is blocked only the guard shows another path; the app's own redirects pass", () => {
  const location = createLocation(window)
  location.navigate('/b?v=1')
  const blocked: (() => void)[] = []
  const leavesUnasked = () =>
    window.dispatchEvent(Object.assign(new Event('beforeunload', { cancelable: true })))
  location.setNavigationGuard((go) => blocked.push(go))
  expect(leavesUnasked()).toBe(false)
  location.visit('/b?v=2')
  expect([location.current().search, blocked.length], 'the same screen').toEqual(['?v=2', 0])
  location.visit('/c?w=1')
  expect([location.current().path, blocked.length]).toEqual(['/b', 1])
  const done: string[] = []
  location.leave(() => done.push('logged out'))
  expect([done, blocked.length]).toEqual([[], 2])
  blocked[1]?.()
  expect(done).toEqual(['logged out'])
  blocked[0]?.()
  expect(location.current()).toEqual({ path: '/c', search: '?w=1' })
  location.navigate('/d')
  expect(location.current().path).toBe('/d')
  location.setNavigationGuard(null)
  location.visit('/e')
  location.leave(() => done.push('switched'))
  expect([location.current().path, blocked.length, leavesUnasked()]).toEqual(['/e', 2, true])
  expect(done).toEqual(['logged out', 'switched'])
})

/** Four entries, of which the third is shown and guarded; `travel` goes through the history and waits until it settles. */
const held = async () => {
  window.history.replaceState(null, '', '/a')
  const location = createLocation(window)
  for (const path of ['/b', '/c?v=1', '/d']) location.navigate(path)
  const travel = async (delta: number, popped: number) => {
    const stopped = new Promise<void>((resolve) => {
      let left = popped
      const count = () => {
        left -= 1
        if (left > 0) return
        window.removeEventListener('popstate', count)
        resolve()
      }
      window.addEventListener('popstate', count)
    })
    window.history.go(delta)
    await stopped
  }
  await travel(-1, 1)
  const blocked: (() => void)[] = []
  location.setNavigationGuard((go) => blocked.push(go))
  const shown = () => [location.current().path, window.location.pathname]
  return { location, travel, blocked, shown }
}

test.each([-1, -2, 1])(
  "CR-08 the browser's buttons are blocked too, and the history is unchanged if the user stays (%i)",
  async (delta) => {
    const { location, travel, blocked, shown } = await held()
    await travel(delta, 2)
    expect([shown(), blocked.length]).toEqual([['/c', '/c'], 1])
    expect(location.current().search).toBe('?v=1')
    location.setNavigationGuard(null)
    await travel(1, 1)
    expect(shown()).toEqual(['/d', '/d'])
    await travel(-3, 1)
    expect(shown()).toEqual(['/a', '/a'])
  },
)

test('CR-08 if the user leaves, the browser goes where its buttons led and can go forward again', async () => {
  const { location, travel, blocked, shown } = await held()
  await travel(-2, 2)
  location.setNavigationGuard(null)
  const gone = new Promise((resolve) => location.onChange(resolve))
  blocked[0]?.()
  await gone
  expect(shown()).toEqual(['/a', '/a'])
  await travel(2, 1)
  expect([shown(), location.current().search]).toEqual([['/c', '/c'], '?v=1'])
})

test('CR-08 a second press, before the browser is back from the first, is blocked as well', async () => {
  const { location, travel, blocked, shown } = await held()
  window.addEventListener('popstate', () => window.history.back(), { capture: true, once: true })
  await travel(-1, 2)
  expect([shown(), blocked.length]).toEqual([['/c', '/c'], 2])
  location.setNavigationGuard(null)
  await travel(-1, 1)
  expect(shown()).toEqual(['/a', '/a'])
})

test('CR-08 a second press that leads out of the page, and is refused there, leaves its address correct', async () => {
  const { location, travel, blocked, shown } = await held()
  const leavePage = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  window.addEventListener('popstate', leavePage, { once: true })
  await travel(-1, 1)
  expect([shown(), blocked.length]).toEqual([['/c', '/c'], 1])
  location.setNavigationGuard(null)
  const gone = new Promise((resolve) => location.onChange(resolve))
  blocked[0]?.()
  await gone
  expect(shown()).toEqual(['/b', '/b'])
})

test('CR-08 an entry not created by this page is blocked as well', async () => {
  window.history.replaceState(null, '', '/old')
  window.history.pushState(null, '', '/here')
  const location = createLocation(window)
  const blocked: (() => void)[] = []
  location.setNavigationGuard((go) => blocked.push(go))
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await popped
  expect([location.current().path, window.location.pathname]).toEqual(['/here', '/here'])
  location.setNavigationGuard(null)
  blocked[0]?.()
  expect(location.current().path).toBe('/old')
})
