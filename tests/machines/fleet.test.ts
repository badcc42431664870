import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { LivePoint } from '#src/machines/fleet/fleet.logic.ts'
import {
  selectBase,
  selectChip,
  selectCounts,
  selectFleetStream,
  selectListFailure,
  selectListPage,
  selectLive,
  selectMustChoose,
  selectPlayback,
  selectSearch,
  selectSelectedVehicleId,
} from '#src/machines/fleet/fleet.selectors.ts'
import {
  type Chip,
  listKindOf,
  PLAIN_LIST,
  pressChip,
  pressShowAll,
} from '#src/machines/fleet/list-memo.logic.ts'
import { startFleet } from '#tests/kit/fleet-by-hand.ts'
import { filtered } from '#tests/kit/list-requests.ts'

const counts = { RUNNING: 12, IDLING: 6, STOPPED: 6, KEYON: 0, OFFLINE: 6 }
const point: LivePoint = {
  LAT: 21.15,
  LONG: 79.09,
  status: 'RUNNING',
  RegNo: 'MH31AB1234',
  UpdatedTime: '20-11-2026 10:45:00',
  vehicleId: 5,
  time: MODEL_NOW,
  speed: 48,
  heading: 90,
  odo: 120_345,
  fuelPercent: 61,
  adbluePercent: null,
  intervalS: 10,
}

const startShown = async (role?: Role) => {
  const kit = startFleet(role)
  await kit.list.latest().resolve({ shown: 30, counts })
  return kit
}

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

  test('MAP-04 the counts come with the list', async () => {
    const { now } = await startShown()
    expect(selectCounts(now())).toEqual(counts)
  })

  test('MAP-04 MAP-34 nothing is counted once the list is gone; while another one loads, the counts stay', async () => {
    const { list, now, fleet } = await startShown()
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

  test('a list that fails says why and comes with another try', async () => {
    const { list, now, fleet } = startFleet()
    await list.latest().reject(Object.assign(new Error('no'), { name: 'CallRefused' }))
    expect(selectListFailure(now())).toMatchObject({ kind: 'refused', message: 'no' })
    fleet.send({ type: 'list.retry' })
    await list.latest().resolve({ shown: 30, counts })
    expect(selectListFailure(now())).toBeNull()
  })

  test('OPEN-44 the list is loaded again at the refresh rate, and a failure then changes nothing', async () => {
    const { list, rate, now } = await startShown()
    rate.latest().emit({ type: 'refresh.due' })
    await list.latest().resolve({ shown: 31, counts: { ...counts, RUNNING: 13 } })
    expect(selectCounts(now())?.RUNNING).toBe(13)
    rate.latest().emit({ type: 'refresh.due' })
    await list.latest().reject(new Error('away'))
    expect(selectCounts(now())?.RUNNING).toBe(13)
    expect(selectListFailure(now())).toBeNull()
  })

  test('MAP-14 MAP-15 cards: 10 first, then 8 more, or 5 on narrow pages, never beyond the list', async () => {
    const { fleet, now } = await startShown()
    const pages = [false, true, false, false, false].map((narrow) => {
      fleet.send({ type: 'list.scrolledToEnd', narrow })
      return selectListPage(now())
    })
    expect(pages).toEqual([18, 23, 30, 30, 30])
  })

  test('MAP-06 a search starts the cards anew and has a longest text', async () => {
    const { fleet, now } = await startShown()
    fleet.send({ type: 'list.scrolledToEnd', narrow: false })
    fleet.send({ type: 'search.changed', text: 'MH31'.repeat(100) })
    expect(selectSearch(now())).toHaveLength(100)
    expect(selectListPage(now())).toBe(10)
  })
})

describe('MAP-28 the chips', () => {
  test('exclude each other', async () => {
    const { fleet, list, now } = await startShown()
    fleet.send({ type: 'chip.pressed', status: 'RUNNING' })
    expect(list.latest().input).toEqual(filtered({ status: 'RUNNING' }))
    fleet.send({ type: 'chip.pressed', status: 'OFFLINE' })
    expect(selectChip(now())).toBe('OFFLINE')
    expect(list.latest().input).toEqual(filtered({ status: 'OFFLINE' }))
  })

  test('turn off on a second press; then all vehicles are there', async () => {
    const { fleet, list, now, mode } = await startShown()
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    expect(mode()).toBe('statusFilter')
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    expect(selectChip(now())).toBeNull()
    expect(mode()).toBe('normalFleet')
    expect(list.latest().input).toEqual({ kind: 'default' })
  })

  test('never have more than one pressed, whatever is pressed', () => {
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

describe('live tracking', () => {
  const startLive = async () => {
    const kit = await startShown()
    kit.fleet.send({ type: 'vehicle.selected', vehicleId: 5 })
    kit.fleet.send({ type: 'live.opened', vehicleId: 5 })
    return kit
  }

  test('LIV-01 follows the one vehicle and shows nothing of other modes', async () => {
    const { follow, mode, now } = await startLive()
    expect(mode()).toBe('live')
    expect(follow.latest().input).toEqual({ vehicleId: 5 })
    expect(selectSelectedVehicleId(now())).toBeNull()
    expect(selectLive(now())).toMatchObject({ vehicleId: 5, stream: 'connecting', lastPoint: null })
  })

  test('LIV-03 keeps the latest point and how the stream is', async () => {
    const { follow, now } = await startLive()
    follow.latest().emit({ type: 'live.streamChanged', state: 'open' })
    follow.latest().emit({ type: 'live.pointArrived', point })
    expect(selectLive(now())).toMatchObject({ vehicleId: 5, stream: 'open', lastPoint: point, reason: null })
    follow.latest().emit({ type: 'live.streamChanged', state: 'late' })
    expect(selectLive(now())?.stream).toBe('late')
  })

  test('ST-15 a point that comes late is taken in, and the vehicle stays where it was last', async () => {
    const { follow, now } = await startLive()
    const late = { ...point, LAT: point.LAT - 1, time: point.time - 60_000 }
    follow.latest().emit({ type: 'live.pointArrived', point })
    follow.latest().emit({ type: 'live.pointArrived', point: late })
    expect(selectLive(now())).toMatchObject({ lastPoint: point, arrived: late })
  })

  test('LIV-06 closing the info window ends the stream', async () => {
    const { fleet, follow, now, mode } = await startLive()
    fleet.send({ type: 'live.closed' })
    expect(follow.latest().isOpen()).toBe(false)
    expect(selectLive(now())).toBeNull()
    expect(mode()).toBe('normalFleet')
  })

  test('LIV-08 the back arrow restores the list that was there', async () => {
    const { fleet, list, mode, now } = await startShown()
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    await list.latest().resolve({ shown: 6, counts })
    fleet.send({ type: 'live.opened', vehicleId: 5 })
    const before = list.calls.length
    fleet.send({ type: 'back.pressed' })
    expect(mode()).toBe('statusFilter')
    expect(selectChip(now())).toBe('IDLE')
    expect(list.calls.slice(before).map(({ input }) => input)).toEqual([filtered({ status: 'IDLE' })])
  })

  test('LIV-09 an ERROR ends the stream and stays to be read', async () => {
    const { follow, now, mode } = await startLive()
    follow.latest().emit({ type: 'live.pointArrived', point })
    follow.latest().emit({ type: 'live.ended', reason: 'vehicle is gone' })
    expect(follow.latest().isOpen()).toBe(false)
    expect(selectLive(now())).toMatchObject({ stream: 'ended', reason: 'vehicle is gone', lastPoint: point })
    expect(mode()).toBe('live')
  })

  test('following another vehicle leaves the first', async () => {
    const { fleet, follow, now } = await startLive()
    fleet.send({ type: 'live.opened', vehicleId: 6 })
    expect(follow.runs.map(({ input, isOpen }) => [input.vehicleId, isOpen()])).toEqual([
      [5, false],
      [6, true],
    ])
    expect(selectLive(now())?.vehicleId).toBe(6)
  })
})

describe('MAP-27 leaving playback or live restores', () => {
  const visits: readonly (readonly [
    string,
    Parameters<ReturnType<typeof startFleet>['fleet']['send']>[0],
  ])[] = [
    ['live', { type: 'live.opened', vehicleId: 5 }],
    ['playback', { type: 'playback.opened', vehicleId: 5, now: MODEL_NOW }],
  ]

  test.each(visits)(
    'show-all first, then the status filter, then the default list: %s',
    async (_name, visit) => {
      const { fleet, list, mode } = await startShown()
      const visited = () => {
        fleet.send(visit)
        fleet.send({ type: 'back.pressed' })
        return [mode(), list.latest().input]
      }
      expect(visited()).toEqual(['normalFleet', { kind: 'default' }])
      fleet.send({ type: 'chip.pressed', status: 'RUNNING' })
      expect(visited()).toEqual(['statusFilter', filtered({ status: 'RUNNING' })])
      fleet.send({ type: 'showAll.pressed' })
      expect(visited()).toEqual(['showAll', { kind: 'all' }])
      fleet.send({ type: 'showAll.pressed' })
      expect(visited()).toEqual(['statusFilter', filtered({ status: 'RUNNING' })])
    },
  )

  test('PLB-13 so does closing the playback', async () => {
    const { fleet, track, mode, now } = await startShown()
    fleet.send({ type: 'chip.pressed', status: 'OFFLINE' })
    fleet.send({ type: 'playback.opened', vehicleId: 5, now: MODEL_NOW })
    expect(mode()).toBe('playback')
    expect(track.latest().input.vehicleId).toBe(5)
    selectPlayback(now())?.send({ type: 'playback.close' })
    expect(mode()).toBe('statusFilter')
    expect(selectPlayback(now())).toBeUndefined()
  })
})

test('MAP-10 the map switches between street and satellite', async () => {
  const { fleet, now } = await startShown()
  fleet.send({ type: 'base.toggled' })
  expect(selectBase(now())).toBe('satellite')
  fleet.send({ type: 'base.toggled' })
  expect(selectBase(now())).toBe('street')
})

test('leaving the map ends all its streams, and coming back finds the list as it was', async () => {
  const { fleet, stream, rate, list, mode } = await startShown()
  fleet.send({ type: 'chip.pressed', status: 'IDLE' })
  stream.latest().emit({ type: 'fleetStream.changed', state: 'open' })
  fleet.send({ type: 'map.closed' })
  expect([stream.latest().isOpen(), rate.latest().isOpen(), mode()]).toEqual([false, false, 'closed'])
  fleet.send({ type: 'map.opened' })
  expect(mode()).toBe('statusFilter')
  expect(list.latest().input).toEqual(filtered({ status: 'IDLE' }))
})

test('the state of the fleet stream is known, also after it broke for good', async () => {
  const { stream, now } = await startShown()
  stream.latest().emit({ type: 'fleetStream.changed', state: 'late' })
  expect(selectFleetStream(now())).toBe('late')
  stream.latest().fail(new Error('defect'))
  expect(selectFleetStream(now())).toBe('ended')
})
