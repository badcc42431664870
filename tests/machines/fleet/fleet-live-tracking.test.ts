import { describe, expect, test } from 'vitest'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { LivePoint } from '#src/machines/fleet/fleet.ports.ts'
import {
  selectChip,
  selectLive,
  selectPlayback,
  selectSelectedVehicleId,
} from '#src/machines/fleet/fleet.selectors.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { counts, type startFleet, startFleetWithList } from '#tests/kit/machines/fleet.fixture.ts'

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

describe('live tracking', () => {
  const startLive = async () => {
    const fixture = await startFleetWithList()
    fixture.fleet.send({ type: 'vehicle.selected', vehicleId: 5 })
    fixture.fleet.send({ type: 'live.opened', vehicleId: 5 })
    return fixture
  }

  test('LIV-01 follows one vehicle and shows nothing of other modes', async () => {
    const { follow, mode, now } = await startLive()
    expect(mode()).toBe('live')
    expect(follow.latest().input).toEqual({ vehicleId: 5 })
    expect(selectSelectedVehicleId(now())).toBeNull()
    expect(selectLive(now())).toMatchObject({ vehicleId: 5, stream: 'connecting', lastPoint: null })
  })

  test('LIV-03 holds the latest point and the state of the stream', async () => {
    const { follow, now } = await startLive()
    follow.latest().emit({ type: 'live.streamChanged', state: 'open' })
    follow.latest().emit({ type: 'live.pointArrived', point })
    expect(selectLive(now())).toMatchObject({ vehicleId: 5, stream: 'open', lastPoint: point, reason: null })
    follow.latest().emit({ type: 'live.streamChanged', state: 'late' })
    expect(selectLive(now())?.stream).toBe('late')
  })

  test('ST-15 a late point is added without moving the vehicle from its latest position', async () => {
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

  test('a stream that breaks ends the tracking, with the reason', async () => {
    const { follow, now } = await startLive()
    follow.latest().fail(new Error('a bug'))
    expect(selectLive(now())).toMatchObject({ stream: 'ended', reason: 'broken' })
  })

  test('LIV-08 the back arrow restores the previous list', async () => {
    const { fleet, list, mode, now } = await startFleetWithList()
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    await list.latest().resolve({ shown: 6, counts })
    fleet.send({ type: 'live.opened', vehicleId: 5 })
    const before = list.calls.length
    fleet.send({ type: 'back.pressed' })
    expect(mode()).toBe('statusFilter')
    expect(selectChip(now())).toBe('IDLE')
    expect(list.calls.slice(before).map(({ input }) => input)).toEqual([filtered({ status: 'IDLE' })])
  })

  test('LIV-09 an ERROR ends the stream and stays readable', async () => {
    const { follow, now, mode } = await startLive()
    follow.latest().emit({ type: 'live.pointArrived', point })
    follow.latest().emit({ type: 'live.ended', reason: 'vehicle is gone' })
    expect(follow.latest().isOpen()).toBe(false)
    expect(selectLive(now())).toMatchObject({ stream: 'ended', reason: 'vehicle is gone', lastPoint: point })
    expect(mode()).toBe('live')
  })

  test('following another vehicle stops following the first', async () => {
    const { fleet, follow, now } = await startLive()
    fleet.send({ type: 'live.opened', vehicleId: 6 })
    expect(follow.runs.map(({ input, isOpen }) => [input.vehicleId, isOpen()])).toEqual([
      [5, false],
      [6, true],
    ])
    expect(selectLive(now())?.vehicleId).toBe(6)
  })
})

describe('MAP-27 leaving playback or live tracking restores the list', () => {
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
      const { fleet, list, mode } = await startFleetWithList()
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

  test('PLB-13 closing the playback does too', async () => {
    const { fleet, track, mode, now } = await startFleetWithList()
    fleet.send({ type: 'chip.pressed', status: 'OFFLINE' })
    fleet.send({ type: 'playback.opened', vehicleId: 5, now: MODEL_NOW })
    expect(mode()).toBe('playback')
    expect(track.latest().input.vehicleId).toBe(5)
    selectPlayback(now())?.send({ type: 'playback.close' })
    expect(mode()).toBe('statusFilter')
    expect(selectPlayback(now())).toBeUndefined()
  })
})
