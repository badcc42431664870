// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { createLocation, type Place } from '#src/services/location.ts'

beforeEach(() => {
  window.history.replaceState(null, '', '/')
})
const heardBy = (location: ReturnType<typeof createLocation>) => {
  const heard: Place[] = []
  const stop = location.onChange((place) => heard.push(place))
  return { heard, stop }
}

test('tells each change once, and nothing where nothing changes', () => {
  const location = createLocation(window)
  const { heard, stop } = heardBy(location)
  location.navigate('/track-trace?v=1')
  location.navigate('/track-trace?v=1')
  location.navigate('/alerts', { replace: true })
  stop()
  location.navigate('/settings')
  expect(heard).toEqual([
    { path: '/track-trace', search: '?v=1' },
    { path: '/alerts', search: '' },
  ])
  expect(location.current()).toEqual({ path: '/settings', search: '' })
  expect(location.current()).toBe(location.current())
})

test('replacing leaves no step in the history, going on leaves one', () => {
  const location = createLocation(window)
  const before = window.history.length
  location.navigate('/a')
  location.navigate('/b', { replace: true })
  expect(window.history.length).toBe(before + 1)
  expect(window.location.pathname).toBe('/b')
})

test("the browser's buttons are heard", async () => {
  const location = createLocation(window)
  location.navigate('/a')
  location.navigate('/b')
  const heard = new Promise<Place>((resolve) => location.onChange(resolve))
  window.history.back()
  expect(await heard).toEqual({ path: '/a', search: '' })
})

test.each(['/portal', 'portal/', '/portal/'])('SES-60 paths stand below the router base %s', (base) => {
  window.history.replaceState(null, '', '/portal/track-trace')
  const location = createLocation(window)
  const { heard } = heardBy(location)
  location.setBase(base)
  expect(heard).toEqual([{ path: '/track-trace', search: '' }])
  location.navigate('/')
  expect(window.location.pathname).toBe('/portal/')
  expect(location.current().path).toBe('/')
  expect(location.href('/alerts')).toBe('/portal/alerts')
})

test('SES-60 a base that only looks like the beginning of a path is no part of it', () => {
  window.history.replaceState(null, '', '/portals')
  const location = createLocation(window)
  location.setBase('/portal')
  expect(location.current().path).toBe('/portals')
})

test.each(['', '/portal'])('a path never reads as another host (base %j)', (base) => {
  window.history.replaceState(null, '', `${window.location.origin}${base}//evil.example/x`)
  const location = createLocation(window)
  location.setBase(base)
  expect(location.current().path).toBe('/evil.example/x')
})

test('CR-08 while it is held back, another path is shown only by the gate, also from the browser’s buttons; what the app decides is not held', async () => {
  window.history.replaceState(null, '', '/a')
  const location = createLocation(window)
  location.navigate('/b?v=1')
  const asked: (() => void)[] = []
  const leavesUnasked = () =>
    window.dispatchEvent(Object.assign(new Event('beforeunload', { cancelable: true })))
  location.holdBack((go) => asked.push(go))
  expect(leavesUnasked()).toBe(false)
  location.visit('/b?v=2')
  expect([location.current().search, asked.length], 'the same screen').toEqual(['?v=2', 0])
  location.visit('/c?w=1')
  expect([location.current().path, asked.length]).toEqual(['/b', 1])
  const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.go(-2)
  await back
  expect([location.current().path, window.location.pathname, asked.length]).toEqual(['/b', '/b', 2])
  const done: string[] = []
  location.leave(() => done.push('logged out'))
  expect([done, asked.length]).toEqual([[], 3])
  asked[2]?.()
  expect(done).toEqual(['logged out'])
  asked[1]?.()
  expect(location.current().path).toBe('/a')
  asked[0]?.()
  expect(location.current()).toEqual({ path: '/c', search: '?w=1' })
  location.navigate('/d')
  expect(location.current().path).toBe('/d')
  location.holdBack(null)
  location.visit('/e')
  location.leave(() => done.push('switched'))
  expect([location.current().path, asked.length, leavesUnasked()]).toEqual(['/e', 3, true])
  expect(done).toEqual(['logged out', 'switched'])
})
