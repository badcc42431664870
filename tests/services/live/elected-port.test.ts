import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { createBrowserStreams, createTabStreams } from '#src/services/live/browser-streams.ts'
import { createElectedPort } from '#src/services/live/elected-port.ts'
import { createStreamHub } from '#src/services/live/hub/stream-hub.ts'
import { createWorkerPort } from '#src/services/live/worker-port.ts'
import { createBrowserLocks, createChannels, createPageLifecycle } from './browser-tabs.fixture.ts'
import {
  batchOf,
  connectorOf,
  createServer,
  fleetMessage,
  noDirect,
  pointMessage,
  settle,
  tabDriver,
} from './stream-hub.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser without shared workers. */
const createBrowser = () => {
  const server = createServer((connection) => connection.say({ type: 'open' }))
  const locks = createBrowserLocks()
  const channelOf = createChannels()
  const openTab = () => {
    const { locks: own, close } = locks.ofTab()
    const page = createPageLifecycle(own)
    const channel = channelOf()
    const port = createElectedPort({
      ...{ page, locks: own, channel },
      startHub: () => createStreamHub({ read: server.read, random: () => 0, now: () => performance.now() }),
    })
    const session = { userKey: 'anna' as string | null, token: 'one' }
    const streams = createTabStreams({
      ...{ port, connector: connectorOf(session), direct: noDirect(), origin: () => 'http://portal/' },
      onSession: () => {},
    })
    return {
      ...tabDriver(streams),
      session,
      /** Closes the tab and releases everything it held. */
      close: () => {
        page.notify('pagehide')
        channel.isDeaf = true
        for (const connection of server.open()) if (server.latest() === connection) connection.fail()
        close()
      },
      /** Stops answering but holds on to its locks. */
      hang: () => {
        channel.isDeaf = true
      },
    }
  }
  return { ...server, openTab }
}

test('ST-16 without shared workers one elected tab reads for all', async () => {
  const browser = createBrowser()
  const tabs = Array.from({ length: 6 }, () => browser.openTab())
  await settle()
  const received = tabs.map((tab) => tab.fleet())
  await settle()
  expect(browser.connections).toHaveLength(1)
  browser.latest().say(fleetMessage(STREAM_EVENT.snapshot, batchOf(1, 1), 'f-1'))
  await settle()
  for (const { ids } of received) expect(ids()).toEqual(['f-1'])
  received[0]?.close()
  await settle()
  expect(browser.open()).toHaveLength(1)
})

test('ST-16 when the elected tab closes, the next one resumes after the last point', async () => {
  const browser = createBrowser()
  const [elected, next, third] = [browser.openTab(), browser.openTab(), browser.openTab()]
  elected.fleet()
  const received = [next.follow(5), third.follow(5)]
  await settle()
  browser.latest().say(pointMessage(5, 100))
  await settle()
  elected.close()
  await settle()
  for (const { ids, failures } of received) {
    expect(ids()).toEqual(['v5-100'])
    expect(failures.map(({ kind }) => kind)).toEqual(['network'])
  }
  next.follow(5, 'v5-100')
  third.follow(5, 'v5-100')
  await settle()
  expect(browser.latest().behind.get(5)).toBe('v5-100')
  expect(browser.latest().vehicleIds).toEqual([5])
})

test('ST-16 an elected tab that stops answering is replaced', async () => {
  const browser = createBrowser()
  const [stuck, other] = [browser.openTab(), browser.openTab()]
  await settle()
  const received = other.fleet()
  await settle()
  stuck.hang()
  await settle(80_000)
  expect(received.failures.map(({ kind }) => kind)).toEqual(['network'])
  const before = browser.connections.length
  const anew = other.fleet()
  await settle()
  expect(browser.connections).toHaveLength(before + 1)
  expect(anew.items).toEqual([{ type: 'open' }])
})

test('the elected tab uses its own token, so no token travels between tabs', async () => {
  const browser = createBrowser()
  const [elected, other] = [browser.openTab(), browser.openTab()]
  elected.session.token = 'of the elected tab'
  other.session.token = 'of the other'
  await settle()
  other.fleet()
  await settle()
  expect(browser.latest().params.headers['authorization']).toBe('of the elected tab')
})

test('if a shared worker cannot run or does not answer, the tab reads by itself', async () => {
  const posted: unknown[] = []
  let failed = () => {}
  const start = () => ({
    port: { postMessage: (message: unknown) => void posted.push(message), onmessage: null },
    addEventListener: (_: 'error', listener: () => void) => {
      failed = listener
    },
  })
  for (const die of [() => failed(), () => vi.advanceTimersByTime(80_000)]) {
    const port = createWorkerPort({ page: createPageLifecycle(), start })
    let lost = 0
    port.onLost(() => {
      lost += 1
    })
    expect(port.isUsable()).toBe(true)
    die()
    expect([port.isUsable(), lost]).toEqual([false, 1])
  }
  expect(posted).toContainEqual({ type: 'ping' })
})

test('a tab registers with the worker only once it holds its lock, which the worker would otherwise get first', async () => {
  const posted: unknown[] = []
  let grant = () => {}
  const request = (_: string, act: () => unknown) =>
    new Promise((resolve) => {
      grant = () => resolve(act())
    })
  createWorkerPort({
    page: createPageLifecycle({ request: request as LockManager['request'] }),
    start: () => ({
      port: { postMessage: (message: unknown) => void posted.push(message), onmessage: null },
      addEventListener: () => {},
    }),
  })
  expect(posted).toEqual([])
  grant()
  expect(posted).toMatchObject([{ type: 'tab' }])
})

test('a page restored from the back-forward cache subscribes again', () => {
  const page = createPageLifecycle()
  const posted: unknown[] = []
  const port = createWorkerPort({
    page,
    start: () => ({
      port: { postMessage: (message: unknown) => void posted.push(message), onmessage: null },
      addEventListener: () => {},
    }),
  })
  let lost = 0
  port.onLost(() => {
    lost += 1
  })
  page.notify('pagehide')
  expect(posted.at(-1)).toEqual({ type: 'bye' })
  page.notify('pageshow', true)
  expect(lost).toBe(1)
})

test('ST-16 tabs of another protocol version share neither channel nor lock nor worker', async () => {
  const locks = createBrowserLocks()
  const requestedNames: string[] = []
  const { locks: own } = locks.ofTab()
  const page = {
    ...createPageLifecycle({
      request: ((name: string, ...rest: [never]) => {
        requestedNames.push(name)
        return own.request(name, ...rest)
      }) as typeof own.request,
    }),
    location: { href: 'http://portal/' },
  }
  const open = () =>
    createBrowserStreams({
      page,
      connector: connectorOf({ userKey: 'anna', token: 'one' }),
      onSession: () => {},
    })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage = null
      constructor(name: string) {
        requestedNames.push(name)
      }
      postMessage() {}
    },
  )
  open()
  await settle()
  const shared = () => requestedNames.filter((name) => !name.startsWith('roadbook.tab.'))
  expect(shared()).toEqual(['roadbook.live.2', 'roadbook.live.2'])
  vi.stubGlobal(
    'SharedWorker',
    class {
      port = { postMessage: () => {} }
      constructor(_: URL, { name }: { name: string }) {
        requestedNames.push(name)
      }
      addEventListener() {}
    },
  )
  open()
  expect(shared()).toEqual(['roadbook.live.2', 'roadbook.live.2', 'roadbook.live.2'])
})
