import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { answerOpen, batchOf, createBrowser, fleetMessage, settle } from './stream-hub.fixture.ts'

const { snapshot, batch } = STREAM_EVENT

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('ST-16 one connection for all tabs', () => {
  test('twelve tabs on the fleet read one stream, and each gets every batch', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const tabs = Array.from({ length: 12 }, () => browser.openTab().fleet())
    await settle()
    expect(browser.connections).toHaveLength(1)
    browser.latest().say(fleetMessage(snapshot, batchOf(1, 1, 2), 'f-1'))
    browser.latest().say(fleetMessage(batch, batchOf(2, 2), 'f-2'))
    await settle()
    for (const { items, ids } of tabs) {
      expect(items[0]).toEqual({ type: 'open' })
      expect(ids()).toEqual(['f-1', 'f-2'])
    }
  })

  test('the last tab to leave ends the connection, whether it closes or crashes', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const [first, second] = [browser.openTab(), browser.openTab()]
    const received = first.fleet()
    second.fleet()
    await settle()
    received.close()
    await settle()
    expect(browser.open()).toHaveLength(1)
    second.crash()
    expect(browser.open()).toHaveLength(0)
  })

  test('a tab that joins late gets the newest state at once, without a request to the server', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    browser.openTab().fleet()
    await settle()
    browser.latest().say(fleetMessage(snapshot, batchOf(1, 1, 2, 3), 'f-1'))
    for (let i = 2; i < 60; i++) browser.latest().say(fleetMessage(batch, batchOf(i, 2), `f-${i}`))
    const late = browser.openTab().fleet()
    await settle()
    expect(browser.connections).toHaveLength(1)
    const messages = late.items.filter((item) => item.type === 'message')
    expect(messages[0]?.event).toBe(snapshot)
    const times = new Map<number, number>()
    for (const { data } of messages) {
      const { vehicleId, time } = JSON.parse(data)
      for (const [row, id] of vehicleId.entries()) times.set(id, time[row])
    }
    expect([...times].toSorted()).toEqual([
      [1, 1],
      [2, 59],
      [3, 1],
    ])
    browser.latest().say(fleetMessage(batch, batchOf(60, 3), 'f-60'))
    await settle()
    expect(late.ids().at(-1)).toBe('f-60')
  })

  test('a heartbeat reaches every tab, so that none takes the stream for late', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const tabs = [browser.openTab().fleet(), browser.openTab().follow(5)]
    await settle()
    for (const connection of browser.open()) connection.say({ type: 'beat' })
    await settle()
    for (const { items } of tabs) expect(items.at(-1)).toEqual({ type: 'beat' })
  })

  test('a cut reaches every tab once, and the first tab to ask reconnects for all', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()]
    const received = tabs.map((tab) => tab.fleet())
    await settle()
    browser.latest().fail()
    await settle()
    expect(received.map(({ failures }) => failures.map(({ kind }) => kind))).toEqual([
      ['network'],
      ['network'],
      ['network'],
    ])
    for (const tab of tabs) tab.fleet('f-1')
    await settle()
    expect(browser.connections).toHaveLength(2)
  })

  test('ST-07 ST-09 however many tabs ask, the server sees one backoff: at most eight attempts a minute', async () => {
    const browser = createBrowser({ onConnect: (connection) => connection.fail('busy'), random: () => 0.1 })
    const tabs = Array.from({ length: 8 }, () => browser.openTab())
    const received = tabs.map((tab) => tab.fleet())
    for (let second = 0; second < 58; second++) {
      await settle(1000)
      for (const [place, tab] of tabs.entries()) {
        const now = received[place]
        if (now && now.failures.length > 0) received[place] = tab.fleet()
      }
    }
    expect(browser.connections.length).toBeGreaterThan(2)
    expect(browser.connections.length).toBeLessThanOrEqual(8)
  })
})

describe('the owner of the data', () => {
  test("SE-11 another user in another tab has a separate connection and never sees the first user's data", async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    browser.openTab({ userKey: 'anna', token: 'of anna' }).fleet()
    await settle()
    browser.latest().say(fleetMessage(snapshot, batchOf(1, 1), 'anna-1'))
    const bela = browser.openTab({ userKey: 'bela', token: 'of bela' }).fleet()
    await settle()
    expect(browser.open().map(({ params }) => params.headers['authorization'])).toEqual([
      'of anna',
      'of bela',
    ])
    browser.connections[0]?.say(fleetMessage(batch, batchOf(2, 1), 'anna-2'))
    await settle()
    expect(bela.ids()).toEqual([])
  })

  test('SE-15 a log out in any tab ends the connection and clears its data', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const [first, second] = [browser.openTab(), browser.openTab()]
    const received = first.fleet()
    await settle()
    browser.latest().say(fleetMessage(snapshot, batchOf(1, 1), 'f-1'))
    second.session.userKey = null
    second.sessionChanged()
    await settle()
    expect(browser.open()).toHaveLength(0)
    expect(received.failures).toHaveLength(1)
    const anew = browser.openTab().fleet()
    await settle()
    expect(anew.ids()).toEqual([])
    expect(browser.connections).toHaveLength(2)
  })

  test('SES-20 each connection takes its token from a tab, which renews it if refused', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const tab = browser.openTab({ userKey: 'anna', token: 'old', newer: 'new' })
    tab.fleet()
    await settle()
    expect(browser.latest().params.headers['authorization']).toBe('old')
    const renewed = browser.latest().refuseToken()
    await settle()
    expect((await renewed)?.headers['authorization']).toBe('new')
    tab.session.token = 'newest'
    browser.latest().fail()
    await settle()
    tab.fleet()
    await settle()
    expect(browser.latest().params.headers['authorization']).toBe('newest')
    expect(tab.words.filter(({ type }) => type === 'requestConnectionParams')).toHaveLength(3)
  })

  test('a session that cannot be renewed is refused, as for a page that reads by itself', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const tab = browser.openTab({ userKey: 'anna', token: 'old', newer: null })
    tab.fleet()
    await settle()
    const renewed = browser.latest().refuseToken()
    await settle()
    expect(await renewed).toBeNull()
  })

  test('SE-12 a sleeping tab asked for the token delays nobody: the next tab is asked', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const [asleep, awake] = [browser.openTab(), browser.openTab()]
    asleep.freeze()
    asleep.fleet()
    awake.fleet()
    await settle(4000)
    expect(browser.connections).toHaveLength(0)
    await settle(2000)
    expect(browser.connections).toHaveLength(1)
  })
})
