import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  selectBase,
  selectChip,
  selectCounts,
  selectFleetStream,
  selectListFailure,
  selectListPage,
  selectMustChoose,
  selectSearch,
} from '#src/machines/fleet/fleet.selectors.ts'
import {
  type Chip,
  listKindOf,
  PLAIN_LIST,
  pressChip,
  pressShowAll,
} from '#src/machines/fleet/list-restoration.logic.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { counts, startFleet, startFleetWithList } from '#tests/kit/machines/fleet.fixture.ts'

describe('the list', () => {
  test('MAP-36 a role other than CUSTOMER loads the default list', () => {
    expect(startFleet('MANAGER').list.latest().input).toEqual({ kind: 'default' })
  })

  test('MAP-35 CUSTOMER loads with an empty filter', () => {
    expect(startFleet('CUSTOMER').list.latest().input).toEqual(filtered())
  })

  test('MAP-34 SUPPORT loads nothing until vehicles are chosen', () => {
    const { list, now, fleet } = startFleet('SUPPORT')
    expect(list.calls).toHaveLength(0)
    expect(selectMustChoose(now())).toBe(true)
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    expect(list.calls).toHaveLength(0)
    fleet.send({ type: 'showAll.pressed' })
    expect(list.latest().input).toEqual({ kind: 'all' })
  })

  test('MAP-04 the counts arrive with the list', async () => {
    const { now } = await startFleetWithList()
    expect(selectCounts(now())).toEqual(counts)
  })

  test('MAP-04 MAP-34 counts disappear with the list, but stay while another one loads', async () => {
    const { list, now, fleet } = await startFleetWithList()
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    expect(selectCounts(now())).toEqual(counts)
    await list.latest().reject(new Error('away'))
    expect(selectCounts(now())).toBeNull()
    const support = startFleet('SUPPORT')
    support.fleet.send({ type: 'showAll.pressed' })
    await support.list.latest().resolve({ shown: 30, counts })
    expect(selectCounts(support.now())).toEqual(counts)
    support.fleet.send({ type: 'showAll.pressed' })
    expect(selectMustChoose(support.now())).toBe(true)
    expect(selectCounts(support.now())).toBeNull()
  })

  test('a list that fails to load gives the reason and can be retried', async () => {
    const { list, now, fleet } = startFleet()
    await list.latest().reject(Object.assign(new Error('no'), { name: 'CallRefused' }))
    expect(selectListFailure(now())).toMatchObject({ kind: 'refused', message: 'no' })
    fleet.send({ type: 'list.retry' })
    await list.latest().resolve({ shown: 30, counts })
    expect(selectListFailure(now())).toBeNull()
  })

  test('OPEN-44 the list is reloaded at the refresh interval, and a failed reload changes nothing', async () => {
    const { list, rate, now } = await startFleetWithList()
    rate.latest().emit({ type: 'refresh.due' })
    await list.latest().resolve({ shown: 31, counts: { ...counts, RUNNING: 13 } })
    expect(selectCounts(now())?.RUNNING).toBe(13)
    rate.latest().emit({ type: 'refresh.due' })
    await list.latest().reject(new Error('away'))
    expect(selectCounts(now())?.RUNNING).toBe(13)
    expect(selectListFailure(now())).toBeNull()
  })

  test('OPEN-44 a refresh asks for what the stream does not bring, and for all of it while the stream is not open', async () => {
    const { list, rate, stream } = await startFleetWithList()
    const streamed: unknown[] = [list.latest().input.streamed]
    for (const state of ['connecting', 'open', 'late', 'open', 'reconnecting', 'ended'] as const) {
      stream.latest().emit({ type: 'fleetStream.changed', state })
      rate.latest().emit({ type: 'refresh.due' })
      streamed.push(list.latest().input.streamed)
      await list.latest().resolve({ shown: 30, counts })
    }
    expect(streamed).toEqual([undefined, undefined, true, undefined, true, undefined, undefined])
  })

  test('MAP-14 MAP-15 cards: 10 first, then 8 more, or 5 on narrow pages, never beyond the list', async () => {
    const { fleet, now } = await startFleetWithList()
    const pages = [false, true, false, false, false].map((narrow) => {
      fleet.send({ type: 'list.scrolledToEnd', narrow })
      return selectListPage(now())
    })
    expect(pages).toEqual([18, 23, 30, 30, 30])
  })

  test('MAP-13 MAP-27 a restored list has its cards, another list its first ten', async () => {
    const { fleet, now } = await startFleetWithList()
    fleet.send({ type: 'list.scrolledToEnd', narrow: false })
    fleet.send({ type: 'live.opened', vehicleId: 7 })
    fleet.send({ type: 'live.closed' })
    expect(selectListPage(now())).toBe(18)
    fleet.send({ type: 'chip.pressed', status: 'RUNNING' })
    expect(selectListPage(now())).toBe(10)
  })

  test('MAP-06 a search resets the cards and is limited in length', async () => {
    const { fleet, now } = await startFleetWithList()
    fleet.send({ type: 'list.scrolledToEnd', narrow: false })
    fleet.send({ type: 'search.changed', text: 'MH31'.repeat(100) })
    expect(selectSearch(now())).toHaveLength(100)
    expect(selectListPage(now())).toBe(10)
  })
})

describe('MAP-28 the chips', () => {
  test('are mutually exclusive', async () => {
    const { fleet, list, now } = await startFleetWithList()
    fleet.send({ type: 'chip.pressed', status: 'RUNNING' })
    expect(list.latest().input).toEqual(filtered({ status: 'RUNNING' }))
    fleet.send({ type: 'chip.pressed', status: 'OFFLINE' })
    expect(selectChip(now())).toBe('OFFLINE')
    expect(list.latest().input).toEqual(filtered({ status: 'OFFLINE' }))
  })

  test('turn off on a second press and show all vehicles again', async () => {
    const { fleet, list, now, mode } = await startFleetWithList()
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    expect(mode()).toBe('statusFilter')
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    expect(selectChip(now())).toBeNull()
    expect(mode()).toBe('normalFleet')
    expect(list.latest().input).toEqual({ kind: 'default' })
  })

  test('have at most one pressed, whatever is pressed', () => {
    const chips = fc.array(fc.constantFrom<Chip | 'all'>('RUNNING', 'IDLE', 'OFFLINE', 'all'))
    fc.assert(
      fc.property(chips, (presses) => {
        let memo = PLAIN_LIST
        for (const press of presses) {
          const before = memo
          memo = press === 'all' ? pressShowAll(memo) : pressChip(memo, press)
          if (press !== 'all') expect(memo.showAll).toBe(false)
          expect(listKindOf(memo)).toBe(memo.showAll ? 'showAll' : memo.chip === null ? 'default' : 'status')
          if (press !== 'all' && !before.showAll) {
            expect(memo.chip).toBe(before.chip === press ? null : press)
          }
        }
      }),
    )
  })
})

test('MAP-10 the map switches between street and satellite', async () => {
  const { fleet, now } = await startFleetWithList()
  fleet.send({ type: 'base.toggled' })
  expect(selectBase(now())).toBe('satellite')
  fleet.send({ type: 'base.toggled' })
  expect(selectBase(now())).toBe('street')
})

test('leaving the map ends all its streams, and returning restores the list', async () => {
  const { fleet, stream, rate, list, mode } = await startFleetWithList()
  fleet.send({ type: 'chip.pressed', status: 'IDLE' })
  stream.latest().emit({ type: 'fleetStream.changed', state: 'open' })
  fleet.send({ type: 'map.closed' })
  expect([stream.latest().isOpen(), rate.latest().isOpen(), mode()]).toEqual([false, false, 'closed'])
  fleet.send({ type: 'map.opened' })
  expect(mode()).toBe('statusFilter')
  expect(list.latest().input).toEqual(filtered({ status: 'IDLE' }))
})

test('the state of the fleet stream is known, even after it has failed for good', async () => {
  const { stream, now } = await startFleetWithList()
  stream.latest().emit({ type: 'fleetStream.changed', state: 'late' })
  expect(selectFleetStream(now())).toBe('late')
  stream.latest().fail(new Error('defect'))
  expect(selectFleetStream(now())).toBe('ended')
})
