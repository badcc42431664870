import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import {
  DEFAULT_DRIVING_FILTER,
  type DrivingFilter,
  type OpenScore,
} from '#contract/links/driving-analysis.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import { rangeWithin } from '#src/machines/date-range/date-range.logic.ts'
import { MODEL_CLOCK, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { selectRange } from '#src/machines/date-range/date-range.selectors.ts'
import { subjectOf } from '#src/machines/driving-analysis/driving-analysis.logic.ts'
import type { DrivingAddress, ScoresSummary } from '#src/machines/driving-analysis/driving-analysis.ports.ts'
import {
  selectAreIncidentsLoading,
  selectAreScoresLoading,
  selectDidDrivingChoicesFail,
  selectDrivingChoices,
  selectDrivingFilter,
  selectDrivingFound,
  selectDrivingRange,
  selectIncidentsFailure,
  selectIsTrendLoading,
  selectOpenScore,
  selectScoresFailure,
  selectTrendFailure,
} from '#src/machines/driving-analysis/driving-analysis.selectors.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const RANGE = { from: MODEL_NOW - DAY_MS, to: MODEL_NOW }
const FOUND: ScoresSummary = { shown: 2, pendingDays: 0, waitingDays: 0, range: RANGE, absent: [] }
const AWAY = { name: 'NetworkFailure', message: 'not reached' }
const TREND = { report: 'DRIVER_SCORE_TREND' } as const
const addressOf = (change: Partial<DrivingFilter> = {}, open: OpenScore | null = null): DrivingAddress => ({
  filter: { ...DEFAULT_DRIVING_FILTER, ...change },
  open,
  now: MODEL_NOW,
  isPeriodInvalid: false,
})

const start = () => {
  const { ports, machines } = createShellFixture()
  const clock = new SimulatedClock()
  const actor = createActor(machines.drivingAnalysis, {
    input: { timeZone: DEFAULT_TIME_ZONE },
    clock,
  }).start()
  const shown = async (address = addressOf()) => {
    actor.send({ type: 'driving.opened' })
    await ports.drivingAddress.latest().resolve(address)
    await ports.drivingScores.latest().resolve(FOUND)
  }
  return { actor, ports, clock, now: () => actor.getSnapshot(), shown }
}

describe('the driving analysis', () => {
  test('DRV-05 it opens at what the address says, and keeps it there', async () => {
    const { actor, ports, now } = start()
    actor.send({ type: 'driving.opened' })
    expect([selectAreScoresLoading(now()), ports.drivingAddress.latest().input]).toEqual([
      true,
      { isOpen: false },
    ])
    await ports.drivingAddress.latest().resolve(addressOf({ by: 'vehicle', filterBy: 'Group', ownerId: 4 }))
    expect(ports.drivingScores.latest().input).toEqual({
      scope: { filterBy: 'Group', ownerId: 4, by: 'vehicle', scoredBy: 'own' },
      period: { dateType: 'last7Days', range: null },
      ...{ compared: [], timeZone: DEFAULT_TIME_ZONE },
    })
    expect(ports.keptDriving.done.at(-1)).toMatchObject({ replace: true, filter: { ownerId: 4 } })
    await ports.drivingScores.latest().resolve(FOUND)
    expect([selectAreScoresLoading(now()), selectDrivingFound(now())]).toEqual([false, FOUND])
  })

  test('RPT-05 RPT-06 another scope or period is loaded and kept; another report of the same rows is not loaded', async () => {
    const { actor, ports, now, shown } = start()
    await shown()
    const requested = ports.drivingScores.calls.length
    actor.send({ type: 'driving.filterChosen', change: { report: 'DRIVING_INCIDENTS' } })
    expect(ports.drivingScores.calls.length).toBe(requested)
    expect(ports.keptDriving.done.at(-1)).toMatchObject({
      replace: false,
      filter: { report: 'DRIVING_INCIDENTS' },
    })
    actor.send({ type: 'driving.filterChosen', change: { filterBy: 'Vehicle', ownerId: 5 } })
    expect(ports.drivingScores.latest().input.scope).toMatchObject({ filterBy: 'Vehicle', ownerId: 5 })
    actor.send({ type: 'driving.filterChosen', change: { scoredBy: 'company' } })
    expect(ports.drivingScores.latest().input.scope.scoredBy, 'scores by other alerts').toBe('company')
    actor.send({ type: 'driving.filterChosen', change: { filterBy: 'Group' } })
    expect(selectDrivingFilter(now()).ownerId).toBeNull()
    actor.send({ type: 'driving.filterChosen', change: { dateType: 'yesterday' } })
    expect(ports.drivingScores.latest().input.period.dateType).toBe('yesterday')
    const kept = ports.keptDriving.done.length
    actor.send({ type: 'driving.filterChosen', change: { dateType: 'yesterday' } })
    expect(ports.keptDriving.done.length).toBe(kept)
    actor.send({ type: 'driving.reset' })
    expect(selectDrivingFilter(now())).toEqual({ ...DEFAULT_DRIVING_FILTER, report: 'DRIVING_INCIDENTS' })
  })

  test('DRV-02 the summary of vehicles is by vehicle, whatever is chosen', async () => {
    const { actor, ports, now, shown } = start()
    await shown(addressOf({ compared: [7] }, { subjectId: 7, incident: null }))
    actor.send({ type: 'driving.filterChosen', change: { report: 'VEHICLE_SUMMARY_ALERT_COUNT' } })
    expect(subjectOf(selectDrivingFilter(now()))).toBe('vehicle')
    expect(ports.drivingScores.latest().input.scope.by).toBe('vehicle')
    // Driver 7 is not vehicle 7.
    expect([selectDrivingFilter(now()).compared, selectOpenScore(now())]).toEqual([[], null])
  })

  test('a custom period begins with the last day, and the pickers change it', async () => {
    const { actor, ports, now, shown } = start()
    await shown()
    actor.send({ type: 'driving.customChosen', now: MODEL_NOW })
    const range = selectDrivingRange(now())
    const chosen = range === undefined ? null : selectRange(range.getSnapshot())
    expect(selectDrivingFilter(now())).toMatchObject({ dateType: 'custom', range: chosen })
    range?.send({ type: 'range.startChosen', at: MODEL_NOW - 3 * DAY_MS, now: MODEL_NOW })
    expect(ports.drivingScores.latest().input.period.range?.from).toBeLessThan(chosen?.from ?? 0)
  })

  test('days that wait to be derived are requested for again', async () => {
    const { ports, clock, actor } = start()
    actor.send({ type: 'driving.opened' })
    await ports.drivingAddress.latest().resolve(addressOf())
    await ports.drivingScores.latest().resolve({ ...FOUND, waitingDays: 1 })
    clock.increment(10_000)
    expect(ports.drivingScores.calls).toHaveLength(2)
    await ports.drivingScores.latest().resolve(FOUND)
    clock.increment(60_000)
    expect(ports.drivingScores.calls).toHaveLength(2)
  })

  test('figures that are being derived are requested for again', async () => {
    const { ports, now, shown, clock } = start()
    await shown()
    clock.increment(60_000)
    expect(ports.drivingScores.calls.length).toBe(1)
    const other = start()
    await other.shown(addressOf(TREND, { subjectId: 7, incident: 'OS' }))
    other.actor.send({ type: 'driving.filterChosen', change: { dateType: 'yesterday' } })
    await other.ports.drivingScores.latest().resolve({ ...FOUND, pendingDays: 3 })
    const trends = other.ports.drivingTrend.calls.length
    expect(selectDrivingFound(other.now())?.pendingDays).toBe(3)
    other.clock.increment(9_999)
    expect(selectAreScoresLoading(other.now())).toBe(false)
    other.clock.increment(1)
    expect(selectAreScoresLoading(other.now())).toBe(true)
    expect(other.ports.drivingTrend.calls.length).toBe(trends)
    expect(selectAreScoresLoading(now())).toBe(false)
  })

  test('what fails can be tried again, each part by itself', async () => {
    const { actor, ports, now } = start()
    actor.send({ type: 'driving.opened' })
    await ports.drivingAddress.latest().resolve(addressOf(TREND, { subjectId: 7, incident: 'OS' }))
    await ports.drivingScores.latest().reject(AWAY)
    await ports.drivingChoices.latest().reject(AWAY)
    expect([selectScoresFailure(now())?.kind, selectDidDrivingChoicesFail(now())]).toEqual(['away', true])
    actor.send({ type: 'driving.retry' })
    actor.send({ type: 'driving.choicesRetried' })
    await ports.drivingScores.latest().resolve(FOUND)
    await ports.drivingChoices.latest().resolve({ groups: [{ groupId: 4, groupName: 'North' }] })
    expect([selectScoresFailure(now()), selectDrivingChoices(now())?.groups.length]).toEqual([null, 1])
    await ports.drivingTrend.latest().reject(AWAY)
    await ports.drivingIncidents.latest().reject(AWAY)
    expect([selectTrendFailure(now())?.kind, selectIncidentsFailure(now())?.kind]).toEqual(['away', 'away'])
    actor.send({ type: 'driving.trendRetried' })
    actor.send({ type: 'driving.incidentsRetried' })
    expect([selectIsTrendLoading(now()), selectAreIncidentsLoading(now())]).toEqual([true, true])
    await ports.drivingTrend.latest().resolve()
    await ports.drivingIncidents.latest().resolve()
    expect([selectTrendFailure(now()), selectIncidentsFailure(now())]).toEqual([null, null])
  })

  test('without an address it opens at the default', async () => {
    const { actor, ports, now } = start()
    actor.send({ type: 'driving.opened' })
    await ports.drivingAddress.latest().reject(AWAY)
    expect(selectDrivingFilter(now())).toEqual(DEFAULT_DRIVING_FILTER)
    actor.send({ type: 'driving.closed' })
    expect(now().value).toBe('closed')
  })
})

describe('the trend', () => {
  test('DRV-02 DRIVER_SCORE_TREND is loaded with its report, and again for another step or comparison', async () => {
    const { actor, ports, shown } = start()
    await shown()
    expect(ports.drivingTrend.calls.length).toBe(0)
    actor.send({ type: 'driving.filterChosen', change: TREND })
    expect(ports.drivingTrend.latest().input).toEqual({
      scope: { filterBy: 'Fleet', ownerId: null, by: 'driver', scoredBy: 'own' },
      range: RANGE,
      step: 'day',
      subjectIds: [],
    })
    await ports.drivingTrend.latest().resolve()
    actor.send({ type: 'driving.compared', subjectId: 7 })
    actor.send({ type: 'driving.filterChosen', change: { step: 'week' } })
    expect(ports.drivingTrend.latest().input).toMatchObject({ step: 'week', subjectIds: [7] })
    const requested = ports.drivingTrend.calls.length
    actor.send({ type: 'driving.sorted', column: 'DriverScore' })
    expect(ports.drivingTrend.calls.length).toBe(requested)
  })
})

describe('the comparison', () => {
  test('DRV-02 DRIVER_SCORE_AND_COMPARISON has room for five, and a second press removes one', async () => {
    const { actor, now, shown } = start()
    await shown(addressOf({ report: 'DRIVER_SCORE_AND_COMPARISON' }))
    for (const subjectId of [1, 2, 3, 4, 5, 6]) actor.send({ type: 'driving.compared', subjectId })
    expect(selectDrivingFilter(now()).compared).toEqual([1, 2, 3, 4, 5])
    actor.send({ type: 'driving.compared', subjectId: 2 })
    expect(selectDrivingFilter(now()).compared).toEqual([1, 3, 4, 5])
  })

  test('those of the address who are not in the list take no room', async () => {
    const { actor, ports, now } = start()
    actor.send({ type: 'driving.opened' })
    await ports.drivingAddress
      .latest()
      .resolve(addressOf({ report: 'DRIVER_SCORE_TREND', compared: [1, 91, 92, 93, 94] }))
    expect(ports.drivingScores.latest().input.compared).toEqual([1, 91, 92, 93, 94])
    await ports.drivingScores.latest().resolve({ ...FOUND, absent: [91, 92, 93, 94] })
    expect(selectDrivingFilter(now()).compared).toEqual([1])
    expect(ports.drivingTrend.latest().input.subjectIds).toEqual([1])
    expect(ports.keptDriving.done.at(-1)).toMatchObject({ filter: { compared: [1] }, replace: true })
    actor.send({ type: 'driving.compared', subjectId: 2 })
    expect(selectDrivingFilter(now()).compared).toEqual([1, 2])
  })
})

describe('an opened score', () => {
  test('it lists the incidents of the part that is opened, of the range of the scores', async () => {
    const { actor, ports, now, shown } = start()
    await shown()
    actor.send({ type: 'driving.scoreOpened', subjectId: 7, incident: null })
    expect(ports.drivingIncidents.calls.length).toBe(0)
    actor.send({ type: 'driving.incidentOpened', incident: 'HB' })
    expect(ports.drivingIncidents.latest().input).toEqual({
      scope: { filterBy: 'Fleet', ownerId: null, by: 'driver', scoredBy: 'own' },
      ...{ range: RANGE, subjectId: 7, incident: 'HB' },
    })
    expect(ports.keptDriving.done.at(-1)?.open).toEqual({ subjectId: 7, incident: 'HB' })
    await ports.drivingIncidents.latest().resolve()
    actor.send({ type: 'driving.incidentOpened', incident: null })
    expect(selectOpenScore(now())).toEqual({ subjectId: 7, incident: null })
    actor.send({ type: 'driving.scoreClosed' })
    expect(selectOpenScore(now())).toBeNull()
    actor.send({ type: 'driving.incidentOpened', incident: 'OS' })
    expect([selectOpenScore(now()), ports.drivingIncidents.calls.length]).toEqual([null, 1])
  })

  test('the order turns from ascending to descending to that of the reply, and another report has its own', async () => {
    const { actor, now, shown } = start()
    await shown()
    const sort = () => selectDrivingFilter(now()).sort
    const turns = []
    for (let turn = 0; turn < 3; turn += 1) {
      actor.send({ type: 'driving.sorted', column: 'TotalDistance' })
      turns.push(sort())
    }
    expect(turns).toEqual([
      { column: 'TotalDistance', isDescending: false },
      { column: 'TotalDistance', isDescending: true },
      null,
    ])
    actor.send({ type: 'driving.sorted', column: 'TotalDistance' })
    actor.send({ type: 'driving.filterChosen', change: { report: 'DRIVING_INCIDENTS' } })
    expect(sort()).toBeNull()
  })
})

describe('the back button', () => {
  const go = async (address: DrivingAddress, from = addressOf()) => {
    const started = start()
    await started.shown(from)
    const before = started.ports.drivingScores.calls.length
    started.actor.send({ type: 'driving.opened' })
    expect(started.ports.drivingAddress.latest().input).toEqual({ isOpen: true })
    await started.ports.drivingAddress.latest().resolve(address)
    return { ...started, loads: started.ports.drivingScores.calls.length - before }
  }

  test('an address with other scores loads them; the same address loads nothing', async () => {
    const other = await go(addressOf({ dateType: 'yesterday' }))
    expect([other.loads, selectDrivingFilter(other.now()).dateType]).toEqual([1, 'yesterday'])
    const same = await go(addressOf())
    expect([same.loads, same.ports.keptDriving.done.length]).toEqual([0, 1])
  })

  test('an address with another report, opened score or order shows that, without loading the scores', async () => {
    const trend = await go(addressOf({ ...TREND, compared: [7] }))
    expect([trend.loads, trend.ports.drivingTrend.latest().input.subjectIds]).toEqual([0, [7]])
    const opened = await go(addressOf({}, { subjectId: 7, incident: 'ID' }))
    expect([opened.loads, opened.ports.drivingIncidents.latest().input.incident]).toEqual([0, 'ID'])
    const both = await go(addressOf(TREND, { subjectId: 7, incident: 'ID' }))
    expect([
      both.ports.drivingTrend.calls.length,
      both.ports.drivingIncidents.latest().input.incident,
    ]).toEqual([1, 'ID'])
    const sorted = await go(addressOf({ sort: { column: 'Idling', isDescending: true } }))
    expect([sorted.loads, selectDrivingFilter(sorted.now()).sort?.column]).toEqual([0, 'Idling'])
  })

  test('RPT-19 the pickers show the range of the address, which stays as it is', async () => {
    const custom = (range: { from: number; to: number }) => addressOf({ dateType: 'custom', range })
    const before = { from: MODEL_NOW - 3 * DAY_MS, to: MODEL_NOW - DAY_MS }
    const { actor, ports, now, loads } = await go(custom(before), custom(RANGE))
    const range = selectDrivingRange(now())
    expect(range && selectRange(range.getSnapshot())).toEqual(rangeWithin(before, MODEL_CLOCK))
    expect([loads, ports.drivingScores.latest().input.period.range]).toEqual([1, before])
    expect(ports.keptDriving.done.map(({ replace }) => replace)).toEqual([true])
    actor.send({ type: 'driving.filterChosen', change: { dateType: 'yesterday' } })
    actor.send({ type: 'driving.opened' })
    await ports.drivingAddress.latest().resolve(custom(RANGE))
    expect(range && selectRange(range.getSnapshot())).toEqual(rangeWithin(RANGE, MODEL_CLOCK))
  })

  test('an address that cannot be read changes nothing, and the latest one counts', async () => {
    const { actor, ports, now, shown } = start()
    await shown()
    actor.send({ type: 'driving.opened' })
    await ports.drivingAddress.latest().reject(AWAY)
    expect(selectDrivingFilter(now())).toEqual(DEFAULT_DRIVING_FILTER)
    actor.send({ type: 'driving.opened' })
    const first = ports.drivingAddress.latest()
    actor.send({ type: 'driving.opened' })
    await first.resolve(addressOf({ dateType: 'yesterday' }))
    await ports.drivingAddress.latest().resolve(addressOf({ dateType: 'last30Days' }))
    expect(selectDrivingFilter(now()).dateType).toBe('last30Days')
  })
})
