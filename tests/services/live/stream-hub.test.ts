import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { createFleetKeeper } from '#src/services/live/hub/fleet-keeper.ts'
import { batchOf, type Connection, createBrowser, fleetMessage, pointMessage, settle } from './hub-kit.ts'

const { snapshot, batch } = STREAM_EVENT

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const opened = (connection: Connection) => connection.say({ type: 'open' })

describe('ST-16 one connection for all tabs', () => {
  test('twelve tabs on the fleet read one stream, and each gets every batch', async () => {
    const browser = createBrowser({ onConnect: opened })
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

  test('the last tab that leaves ends the connection, closed in order or crashed', async () => {
    const browser = createBrowser({ onConnect: opened })
    const [first, second] = [browser.openTab(), browser.openTab()]
    const heard = first.fleet()
    second.fleet()
    await settle()
    heard.close()
    await settle()
    expect(browser.open()).toHaveLength(1)
    second.crash()
    expect(browser.open()).toHaveLength(0)
  })

  test('a tab that joins late gets the newest state at once, without a word to the server', async () => {
    const browser = createBrowser({ onConnect: opened })
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

  test('a heartbeat reaches every tab, so that none thinks the stream is late', async () => {
    const browser = createBrowser({ onConnect: opened })
    const tabs = [browser.openTab().fleet(), browser.openTab().follow(5)]
    await settle()
    for (const connection of browser.open()) connection.say({ type: 'beat' })
    await settle()
    for (const { items } of tabs) expect(items.at(-1)).toEqual({ type: 'beat' })
  })

  test('a cut is told to every tab once, and whoever asks first connects for all', async () => {
    const browser = createBrowser({ onConnect: opened })
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()]
    const heard = tabs.map((tab) => tab.fleet())
    await settle()
    browser.latest().fail()
    await settle()
    expect(heard.map(({ failures }) => failures.map(({ kind }) => kind))).toEqual([
      ['network'],
      ['network'],
      ['network'],
    ])
    for (const tab of tabs) tab.fleet('f-1')
    await settle()
    expect(browser.connections).toHaveLength(2)
  })

  test('ST-07 ST-09 however many tabs ask, the server sees one backoff: at most eight tries a minute', async () => {
    const browser = createBrowser({ onConnect: (connection) => connection.fail('busy'), random: () => 0.1 })
    const tabs = Array.from({ length: 8 }, () => browser.openTab())
    const heard = tabs.map((tab) => tab.fleet())
    for (let second = 0; second < 58; second++) {
      await settle(1000)
      for (const [place, tab] of tabs.entries()) {
        const now = heard[place]
        if (now && now.failures.length > 0) heard[place] = tab.fleet()
      }
    }
    expect(browser.connections.length).toBeGreaterThan(2)
    expect(browser.connections.length).toBeLessThanOrEqual(8)
  })
})

describe('the followed vehicles', () => {
  test('ST-16 all share one connection; one that comes or goes makes it anew behind the last points', async () => {
    const browser = createBrowser({ onConnect: opened })
    const [first, second] = [browser.openTab(), browser.openTab()]
    first.follow(5)
    await settle()
    browser.latest().say(pointMessage(5, 100))
    const other = second.follow(7, 'v7-40')
    await settle()
    expect(browser.open()).toHaveLength(1)
    expect(browser.latest().vehicleIds).toEqual([5, 7])
    expect([...browser.latest().behind.values()]).toEqual(['v5-100', 'v7-40'])
    other.close()
    await settle()
    expect(browser.latest().vehicleIds).toEqual([5])
    expect(browser.open()).toHaveLength(1)
  })

  test('a second tab on the same truck costs nothing and begins with the newest point', async () => {
    const browser = createBrowser({ onConnect: opened })
    browser.openTab().follow(5)
    await settle()
    for (const time of [100, 200]) browser.latest().say(pointMessage(5, time))
    const late = browser.openTab().follow(5)
    const back = browser.openTab().follow(5, 'v5-100')
    await settle()
    browser.latest().say(pointMessage(5, 300))
    await settle()
    expect(browser.connections).toHaveLength(1)
    expect(late.ids()).toEqual(['v5-200', 'v5-300'])
    expect(back.ids()).toEqual(['v5-200', 'v5-300'])
  })

  test('ST-15 a late point reaches every tab that follows, and none begins with it', async () => {
    const browser = createBrowser({ onConnect: opened })
    const first = browser.openTab().follow(5, 'v5-100')
    await settle()
    const fresh = browser.openTab().follow(5)
    await settle()
    const late = { ...pointMessage(5, 50), id: 'v5-50-1e-1e-x' }
    for (const message of [late, late, pointMessage(5, 300)]) browser.latest().say(message)
    await settle()
    expect(first.ids()).toEqual(['v5-50-1e-1e-x', 'v5-300'])
    expect(fresh.ids()).toEqual(['v5-300'])
  })

  test('LIV-06 LIV-09 what is said of one vehicle ends nobody else’s stream', async () => {
    const browser = createBrowser({ onConnect: opened })
    const [five, seven] = [browser.openTab().follow(5), browser.openTab().follow(7)]
    await settle()
    const error = { type: 'message', event: STREAM_EVENT.livePoint, data: '{"ERROR":"gone"}', id: 'v7-gone' }
    browser.latest().say(error as never)
    await settle()
    expect(seven.ids()).toEqual(['v7-gone'])
    expect(five.ids()).toEqual([])
    seven.close()
    await settle()
    expect(browser.latest().vehicleIds).toEqual([5])
    expect(five.failures).toEqual([])
  })

  test('ST-04 a tab that comes back ahead of what is kept makes nobody miss a late point', async () => {
    const browser = createBrowser({ onConnect: opened })
    browser.openTab().follow(5, 'v5-100-0-1-a')
    await settle()
    browser.openTab().follow(5, 'v5-200-0-2-b')
    await settle()
    expect([...browser.latest().behind.values()]).toEqual([`v5-${100 - 1}`])
  })

  test('ST-04 ST-16 whatever is cut, joined, left, frozen or late: each tab gets every point from its first on', async () => {
    const tabIndex = fc.integer({ min: 0, max: 3 })
    const vehicle = fc.constantFrom(5, 7)
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('drive' as const), vehicle }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('late' as const), vehicle, back: fc.nat(5) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('follow' as const), tab: tabIndex, vehicle }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), tab: tabIndex }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('freeze' as const), tab: tabIndex }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('thaw' as const), tab: tabIndex }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        /** The times of each vehicle's points in the order they came; points are ten apart, late ones lie between. */
        const came = new Map<number, number[]>([
          [5, [1000]],
          [7, [1000]],
        ])
        const newestOf = (id: number) => Math.max(...(came.get(id) ?? []))
        /** The server as its contract is: an id names the point and all that came from `begin` on, up to the count at its end. */
        const reader = (id: number, behind: string | undefined) => {
          const all = came.get(id) ?? []
          const [, time = '0', ahead = '0', span = '0', count] = behind?.split('-') ?? []
          const newest = Number(time) + Number.parseInt(ahead, 36)
          const begin = behind === undefined ? newestOf(id) : newest - Number.parseInt(span, 36)
          const known = (place: number, point: number) =>
            count === undefined ? point <= begin : place < Number.parseInt(count, 36)
          let top = newest
          return {
            missed: all.filter(
              (point, place) =>
                (behind === undefined && point === begin) || (point > begin && !known(place, point)),
            ),
            begin,
            sends: (point: number) => {
              top = Math.max(top, point)
              const parts = [top - point, top - begin, all.indexOf(point) + 1]
              return {
                ...pointMessage(id, point),
                id: `v${id}-${point}-${parts.map((part) => part.toString(36)).join('-')}`,
              }
            },
          }
        }
        const readers = new Map<Connection, Map<number, ReturnType<typeof reader>>>()
        const browser = createBrowser({
          onConnect: (connection) => {
            opened(connection)
            const own = new Map(
              connection.vehicleIds.map((id) => [id, reader(id, connection.behind.get(id))] as const),
            )
            readers.set(connection, own)
            for (const { missed, sends } of own.values())
              for (const point of missed) connection.say(sends(point))
          },
        })
        const arrive = (id: number, time: number) => {
          if (came.get(id)?.includes(time)) return
          came.get(id)?.push(time)
          for (const connection of browser.open()) {
            const own = readers.get(connection)?.get(id)
            if (own && time > own.begin) connection.say(own.sends(time))
          }
        }
        const tabs = Array.from({ length: 4 }, () => {
          const tab = browser.openTab()
          return {
            tab,
            vehicle: 0,
            heard: null as ReturnType<typeof tab.follow> | null,
            last: null as string | null,
            got: new Set<number>(),
            known: 0,
          }
        })
        const drain = (each: (typeof tabs)[number]) => {
          const { heard } = each
          if (heard === null) return
          for (const id of heard.ids()) {
            const time = Number(id?.split('-')[1])
            each.last = id
            // As the page does: what it has and what is before its first point it leaves out.
            if (each.got.size > 0 && time < Math.min(...each.got)) continue
            each.got.add(time)
          }
          heard.items.length = 0
          if (heard.failures.length === 0) return
          each.heard = each.tab.follow(each.vehicle, each.last)
        }
        for (const now of steps) {
          if (now.do === 'drive') arrive(now.vehicle, Math.floor(newestOf(now.vehicle) / 10) * 10 + 10)
          else if (now.do === 'late') arrive(now.vehicle, newestOf(now.vehicle) - now.back * 3 - 1)
          else if (now.do === 'cut') for (const connection of browser.open()) connection.fail()
          else if (now.do === 'wait') await settle(30)
          else {
            const each = tabs[now.tab]
            if (each === undefined) continue
            if (now.do === 'freeze') each.tab.freeze()
            else if (now.do === 'thaw') each.tab.thaw()
            else {
              drain(each)
              each.heard?.close()
              each.vehicle = now.do === 'follow' ? now.vehicle : 0
              each.got = new Set()
              each.last = null
              // OPEN-39: the latest point also comes by GET, so that the stream need not begin with it.
              each.known = newestOf(each.vehicle)
              each.heard = now.do === 'follow' ? each.tab.follow(now.vehicle) : null
            }
          }
          await settle(1)
          for (const each of tabs) drain(each)
          expect(browser.open().length).toBeLessThanOrEqual(1)
        }
        for (const each of tabs) each.tab.thaw()
        for (let round = 0; round < 5; round++) {
          await settle(2000)
          for (const each of tabs) drain(each)
        }
        for (const { heard, got, known, vehicle: id } of tabs) {
          if (heard === null) continue
          const first = got.size === 0 ? known : Math.min(...got)
          const wanted = (came.get(id) ?? []).filter((time) => time >= first)
          const all = new Set([...got, first])
          expect([...all].toSorted()).toEqual(wanted.toSorted())
        }
        browser.hub.close()
      }),
      { numRuns: 150 },
    )
  })
})

describe('whose data it is', () => {
  test('SE-11 another user in another tab has a connection of their own and never sees what was kept for the first', async () => {
    const browser = createBrowser({ onConnect: opened })
    browser.openTab({ who: 'anna', token: 'of anna' }).fleet()
    await settle()
    browser.latest().say(fleetMessage(snapshot, batchOf(1, 1), 'anna-1'))
    const bela = browser.openTab({ who: 'bela', token: 'of bela' }).fleet()
    await settle()
    expect(browser.open().map(({ way }) => way.headers['authorization'])).toEqual(['of anna', 'of bela'])
    browser.connections[0]?.say(fleetMessage(batch, batchOf(2, 1), 'anna-2'))
    await settle()
    expect(bela.ids()).toEqual([])
  })

  test('SE-15 a log out in any tab ends the connection and forgets what was kept', async () => {
    const browser = createBrowser({ onConnect: opened })
    const [first, second] = [browser.openTab(), browser.openTab()]
    const heard = first.fleet()
    await settle()
    browser.latest().say(fleetMessage(snapshot, batchOf(1, 1), 'f-1'))
    second.session.who = null
    second.sessionChanged()
    await settle()
    expect(browser.open()).toHaveLength(0)
    expect(heard.failures).toHaveLength(1)
    const anew = browser.openTab().fleet()
    await settle()
    expect(anew.ids()).toEqual([])
    expect(browser.connections).toHaveLength(2)
  })

  test('SES-20 the token is asked of a tab for each connection and, where it is refused, renewed by that tab', async () => {
    const browser = createBrowser({ onConnect: opened })
    const tab = browser.openTab({ who: 'anna', token: 'old', newer: 'new' })
    tab.fleet()
    await settle()
    expect(browser.latest().way.headers['authorization']).toBe('old')
    const renewed = browser.latest().refuseToken()
    await settle()
    expect((await renewed)?.headers['authorization']).toBe('new')
    tab.session.token = 'newest'
    browser.latest().fail()
    await settle()
    tab.fleet()
    await settle()
    expect(browser.latest().way.headers['authorization']).toBe('newest')
    expect(tab.words.filter(({ type }) => type === 'ask')).toHaveLength(3)
  })

  test('a session that cannot be renewed is refused, as it is for a page that reads by itself', async () => {
    const browser = createBrowser({ onConnect: opened })
    const tab = browser.openTab({ who: 'anna', token: 'old', newer: null })
    tab.fleet()
    await settle()
    const renewed = browser.latest().refuseToken()
    await settle()
    expect(await renewed).toBeNull()
  })

  test('SE-12 a tab that is asked for the token and sleeps holds nobody up: the next one is asked', async () => {
    const browser = createBrowser({ onConnect: opened })
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

describe('ST-18 a tab that is frozen', () => {
  const long = (time: number) => batchOf(time, ...Array.from({ length: 2000 }, (_, id) => id + 1))

  test('is sent a bounded amount, and is brought up to date when it reads again', async () => {
    const browser = createBrowser({ onConnect: opened })
    const tab = browser.openTab()
    const heard = tab.fleet()
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
    const last = heard.items.findLast((item) => item.type === 'message')
    expect(Math.max(...JSON.parse(last?.data ?? '{}').time)).toBe(199)
  })

  test('and is the only one there when the stream is cut, is told of a cut and not of a refusal', async () => {
    const browser = createBrowser({ onConnect: opened })
    const tab = browser.openTab()
    const heard = tab.fleet()
    await settle()
    const followed = tab.follow(5)
    tab.freeze()
    for (let i = 1; i < 100; i++) browser.connections[0]?.say(fleetMessage(batch, long(i), `f-${i}`))
    await settle()
    for (const connection of browser.open()) connection.fail()
    await settle()
    tab.thaw()
    await settle()
    for (const { failures } of [heard, followed])
      expect(failures.map(({ kind }) => kind).filter((kind) => kind !== 'network')).toEqual([])
  })

  test('for a minute is let go: it costs no connection, and hears of it when it wakes', async () => {
    const browser = createBrowser({ onConnect: opened })
    const tab = browser.openTab()
    const heard = tab.fleet()
    await settle()
    tab.freeze()
    for (let i = 1; i < 100; i++) browser.latest().say(fleetMessage(batch, long(i), `f-${i}`))
    await settle(90_000)
    expect(browser.open()).toHaveLength(0)
    tab.thaw()
    expect(heard.failures.map(({ kind }) => kind)).toEqual(['network'])
    const anew = tab.fleet(heard.ids().at(-1) ?? null)
    await settle()
    browser.latest().say(fleetMessage(snapshot, long(500), 'f-500'))
    await settle()
    expect(anew.ids()).toEqual(['f-500'])
  })
})

test('what is kept of the fleet says the same as all its messages, and stays small', () => {
  const change = fc.record({
    event: fc.constantFrom<string>(batch, batch, batch, snapshot, STREAM_EVENT.reset),
    time: fc.integer({ min: 1, max: 40 }),
    ids: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 8 }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const keeper = createFleetKeeper()
      const plain = new Map<number, number>()
      for (const { event, time, ids } of changes) {
        keeper.take(fleetMessage(event, batchOf(time, ...ids), 'x') as never)
        if (event !== batch) plain.clear()
        if (event === STREAM_EVENT.reset) continue
        for (const id of ids) if (time >= (plain.get(id) ?? 0)) plain.set(id, time)
      }
      const kept = new Map<number, number>()
      for (const { data } of keeper.messages()) {
        const said = JSON.parse(data)
        for (const [row, id] of said.vehicleId.entries())
          if (said.time[row] >= (kept.get(id) ?? 0)) kept.set(id, said.time[row])
      }
      expect(kept).toEqual(plain)
      expect(keeper.messages().length).toBeLessThanOrEqual(20)
    }),
  )
})
