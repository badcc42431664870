import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { answerOpen, batchOf, createBrowser, fleetMessage, settle } from './stream-hub.fixture.ts'

const { snapshot, batch } = STREAM_EVENT

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('ST-18 a frozen tab', () => {
  const long = (time: number) => batchOf(time, ...Array.from({ length: 2000 }, (_, id) => id + 1))

  test('is sent a bounded amount, and catches up when it reads again', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const tab = browser.openTab()
    const received = tab.fleet()
    await settle()
    tab.freeze()
    browser.latest().say(fleetMessage(snapshot, long(1), 'f-1'))
    for (let i = 2; i < 200; i++) browser.latest().say(fleetMessage(batch, long(i), `f-${i}`))
    await settle()
    const size = JSON.stringify(long(1)).length
    expect(tab.unread()).toBeGreaterThan(1)
    expect(tab.unread() * size).toBeLessThan(2 * 1024 * 1024)
    tab.thaw()
    await settle()
    const last = received.items.findLast((item) => item.type === 'message')
    expect(Math.max(...JSON.parse(last?.data ?? '{}').time)).toBe(199)
  })

  test('that is alone when the stream is cut receives a cut, not a refusal', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const tab = browser.openTab()
    const received = tab.fleet()
    await settle()
    const followed = tab.follow(5)
    tab.freeze()
    for (let i = 1; i < 100; i++) browser.connections[0]?.say(fleetMessage(batch, long(i), `f-${i}`))
    await settle()
    for (const connection of browser.open()) connection.fail()
    await settle()
    tab.thaw()
    await settle()
    for (const { failures } of [received, followed])
      expect(failures.map(({ kind }) => kind).filter((kind) => kind !== 'network')).toEqual([])
  })

  test('is disconnected after a minute: it costs no connection, and learns of it on waking', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const tab = browser.openTab()
    const received = tab.fleet()
    await settle()
    tab.freeze()
    for (let i = 1; i < 100; i++) browser.latest().say(fleetMessage(batch, long(i), `f-${i}`))
    await settle(90_000)
    expect(browser.open()).toHaveLength(0)
    tab.thaw()
    expect(received.failures.map(({ kind }) => kind)).toEqual(['network'])
    const anew = tab.fleet(received.ids().at(-1) ?? null)
    await settle()
    browser.latest().say(fleetMessage(snapshot, long(500), 'f-500'))
    await settle()
    expect(anew.ids()).toEqual(['f-500'])
  })
})
