import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OVERSPEED_OPTIONS } from '#contract/constants.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { selectFilters } from '#src/machines/fleet/fleet.selectors.ts'
import { type Entry, filterOf, NONE_PICKED, pick } from '#src/machines/fleet-filter/fleet-filter.logic.ts'
import type { FleetFilterEvent } from '#src/machines/fleet-filter/fleet-filter.machine.ts'
import {
  selectGroups,
  selectIsTouched,
  selectMayPickGroups,
  selectMayPickRegions,
  selectOverSpeed,
  selectRegions,
} from '#src/machines/fleet-filter/fleet-filter.selectors.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import { startFleet } from '#tests/kit/machines/fleet.fixture.ts'

const open = (role: Parameters<typeof startFleet>[0] = 'MANAGER') => {
  const fixture = startFleet(role)
  const actor = () => {
    const found = selectFilters(fixture.now())
    if (found === undefined) throw new Error('There are no filters.')
    return found
  }
  const send = (...events: readonly FleetFilterEvent[]) => {
    for (const event of events) actor().send(event)
  }
  return { ...fixture, send, filters: fixture.filters, draft: () => actor().getSnapshot() }
}
const groups = (...entries: Entry[]): FleetFilterEvent => ({
  type: 'fleetFilter.groupsPicked',
  entries,
  every: [4, 5, 6],
})
const regions = (...entries: Entry[]): FleetFilterEvent => ({
  type: 'fleetFilter.regionsPicked',
  entries,
  every: [7, 8],
})
const speed = (overSpeed: number): FleetFilterEvent => ({ type: 'fleetFilter.overSpeedPicked', overSpeed })
const APPLY = { type: 'fleetFilter.applied' } as const
const CLEAR = { type: 'fleetFilter.cleared' } as const

describe('the filters', () => {
  test('MAP-29 any group disables the regions, and any region disables the groups', () => {
    const { send, draft } = open()
    send(groups(4), regions(7))
    expect([selectMayPickGroups(draft()), selectMayPickRegions(draft())]).toEqual([true, false])
    expect(selectRegions(draft())).toEqual([])
    send(groups(), regions(7), groups(4))
    expect([selectMayPickGroups(draft()), selectMayPickRegions(draft())]).toEqual([false, true])
    expect([selectGroups(draft()), selectRegions(draft())]).toEqual([[], [7]])
  })

  const PICKS: readonly (readonly [string, FleetFilterEvent])[] = [
    ['a group', groups(4)],
    ['all groups', groups('all')],
    ['a region', regions(7)],
    ...OVERSPEED_OPTIONS.map(({ speedLimit, speeds }) => [speeds, speed(speedLimit)] as const),
  ]
  test.each(PICKS)('MAP-30 Apply and Clear are enabled once something is picked: %s', (_name, event) => {
    const { send, draft } = open()
    expect(selectIsTouched(draft())).toBe(false)
    send(event)
    expect(selectIsTouched(draft())).toBe(true)
    send(CLEAR)
    expect(selectIsTouched(draft())).toBe(false)
  })

  test('MAP-31 nothing is requested and no mode changes before Apply', async () => {
    const { send, list, mode } = open()
    await list
      .latest()
      .resolve({ shown: 1, counts: { RUNNING: 1, IDLING: 0, STOPPED: 0, KEYON: 0, OFFLINE: 0 } })
    send(groups(4), groups(4, 5), speed(80), speed(0), groups(), regions('all'))
    expect([list.calls.length, mode()]).toEqual([1, 'normalFleet'])
    send(APPLY)
    expect(list.latest().input).toEqual(filtered({ regionIds: [7, 8] }))
    expect(mode()).toBe('appliedFilter')
  })

  test('MAP-32 `all` is one entry and requests every id', () => {
    const { send, list, draft } = open()
    send(groups('all'), APPLY)
    expect(selectGroups(draft())).toEqual(['all'])
    expect(list.latest().input).toEqual(filtered({ groupIds: [4, 5, 6] }))
  })

  test('MAP-32 in any order of picking, `all` excludes the others and requests each id once', () => {
    const entries = fc.uniqueArray(fc.constantFrom<Entry>('all', 1, 2, 3))
    fc.assert(
      fc.property(fc.array(entries), (presses) => {
        let picked = NONE_PICKED
        for (const chosen of presses) {
          const before = picked
          picked = pick(picked, chosen, [1, 2, 3, 3])
          const wasAll = before.entries.includes('all')
          const others = chosen.filter((entry) => entry !== 'all')
          const isAll = chosen.includes('all') && (!wasAll || others.length === 0)
          expect(picked.entries).toEqual(isAll ? ['all'] : others)
          expect(picked.ids).toEqual(isAll ? [1, 2, 3] : others)
        }
      }),
    )
  })

  test('MAP-24 CONFLICT-30 overspeed is 60, 80, 100 or none, which is 0', () => {
    expect(OVERSPEED_OPTIONS.map(({ speedLimit, speeds }) => [speedLimit, speeds])).toEqual([
      [60, '60 kmph'],
      [80, '80 kmph'],
      [100, '100 kmph'],
    ])
    const { send, draft, list, mode } = open()
    expect(selectOverSpeed(draft())).toBe(0)
    send(speed(100), APPLY)
    expect(list.latest().input).toEqual(filtered({ overSpeed: 100 }))
    send(speed(77))
    expect(selectOverSpeed(draft())).toBe(0)
    send(APPLY)
    expect([mode(), list.latest().input]).toEqual(['normalFleet', { kind: 'default' }])
  })

  test('MAP-05 Clear removes the filter and restores the chip beneath it', () => {
    const { send, fleet, list, mode } = open()
    fleet.send({ type: 'chip.pressed', status: 'IDLE' })
    send(groups(4), speed(60), APPLY)
    expect(list.latest().input).toEqual(filtered({ status: 'IDLE', groupIds: [4], overSpeed: 60 }))
    send(CLEAR)
    expect([mode(), list.latest().input]).toEqual(['statusFilter', filtered({ status: 'IDLE' })])
  })

  test('MAP-33 SUPPORT picks no groups and no regions, and does not request them', () => {
    const { send, draft, filters } = open('SUPPORT')
    send({ type: 'fleetFilter.opened' }, groups(4), regions('all'))
    expect([selectMayPickGroups(draft()), selectMayPickRegions(draft())]).toEqual([false, false])
    expect(filterOf(draft().context.draft)).toEqual({ overSpeed: 0, groupIds: [], regionIds: [] })
    expect([filters.groups.requested(), filters.regions.requested()]).toEqual([[], []])
  })

  test('MAP-23 groups and regions are requested the first time a filter is opened', async () => {
    const { send, filters } = open()
    send({ type: 'fleetFilter.opened' })
    await filters.groups.answer([{ groupId: 4, groupName: 'North' }])
    await filters.regions.answer([{ regionId: 7, regionName: 'West' }])
    send({ type: 'fleetFilter.opened' })
    expect([filters.groups.requested(), filters.regions.requested()]).toEqual([[{}], [{}]])
  })

  test('OPEN-74 only the support view names a company', () => {
    const { send, fleet, list } = open()
    send(groups(4), APPLY)
    expect(list.latest().input).toEqual(filtered({ groupIds: [4], companyIds: [] }))
    fleet.send({
      type: 'dataOwner.chosen',
      dataOwner: { companyId: 3, userId: null, timeZone: DEFAULT_TIME_ZONE },
    })
    expect(list.latest().input).toEqual(filtered({ groupIds: [4], companyIds: [3], userIds: [] }))
  })
})
