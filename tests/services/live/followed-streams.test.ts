import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STREAM_EVENT } from '#contract/records/live.ts'
import { answerOpen, type Connection, createBrowser, pointMessage, settle } from './stream-hub.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('followed vehicles', () => {
  test('ST-16 share one connection, renewed after the last points whenever a vehicle is added or removed', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
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

  test('a second tab on the same truck opens no connection and starts with the newest point', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
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

  test('ST-15 a late point reaches every following tab, and no tab starts with it', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
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

  test("LIV-06 LIV-09 an end of one vehicle's stream ends no other stream", async () => {
    const browser = createBrowser({ onConnect: answerOpen })
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

  test('ST-04 a tab that returns ahead of the buffer makes no other tab miss a late point', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    browser.openTab().follow(5, 'v5-100-0-1-a')
    await settle()
    browser.openTab().follow(5, 'v5-200-0-2-b')
    await settle()
    expect([...browser.latest().behind.values()]).toEqual([`v5-${100 - 1}`])
  })

  test('ST-04 ST-06 a tab that returns after too long costs the others no point', async () => {
    const browser = createBrowser({ onConnect: answerOpen })
    const first = browser.openTab().follow(5)
    await settle()
    browser.latest().say(pointMessage(5, 1000))
    const back = browser.openTab().follow(5, 'v5-10')
    await settle()
    expect([...browser.latest().behind.values()]).toEqual(['v5-10'])
    const reset = { type: 'message', event: STREAM_EVENT.reset, data: '{}', id: 'v5-reset' } as const
    browser.latest().say(reset, pointMessage(5, 1200))
    await settle()
    expect([...browser.latest().behind.values()]).toEqual(['v5-1000'])
    for (const time of [1100, 1200]) browser.latest().say(pointMessage(5, time))
    await settle()
    for (const { ids } of [first, back]) expect(ids()).toEqual(['v5-1000', 'v5-1100', 'v5-1200'])
  })

  test('ST-04 ST-16 through any cuts, joins, leaves, freezes and delays each tab gets every point from its first on', async () => {
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
        /** The times of each vehicle's points in order of arrival; points are ten apart, late ones lie between. */
        const came = new Map<number, number[]>([
          [5, [1000]],
          [7, [1000]],
        ])
        const newestOf = (id: number) => Math.max(...(came.get(id) ?? []))
        /** The server as its contract describes it: an id names the point and everything received from `begin` on, up to the count at its end. */
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
            answerOpen(connection)
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
            received: null as ReturnType<typeof tab.follow> | null,
            last: null as string | null,
            got: new Set<number>(),
            known: 0,
          }
        })
        const drain = (each: (typeof tabs)[number]) => {
          const { received } = each
          if (received === null) return
          for (const id of received.ids()) {
            const time = Number(id?.split('-')[1])
            each.last = id
            // As the page does: it ignores what it has and anything before its first point.
            if (each.got.size > 0 && time < Math.min(...each.got)) continue
            each.got.add(time)
          }
          received.items.length = 0
          if (received.failures.length === 0) return
          each.received = each.tab.follow(each.vehicle, each.last)
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
              each.received?.close()
              each.vehicle = now.do === 'follow' ? now.vehicle : 0
              each.got = new Set()
              each.last = null
              // OPEN-39: the latest point also arrives by GET, so the stream need not start with it.
              each.known = newestOf(each.vehicle)
              each.received = now.do === 'follow' ? each.tab.follow(now.vehicle) : null
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
        for (const { received, got, known, vehicle: id } of tabs) {
          if (received === null) continue
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
