import { describe, expect, test } from 'vitest'
import { type AlertFilter, DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { MAX_CHECKED, rangeOfFilter } from '#src/machines/alerts/alert-list.logic.ts'
import {
  selectAlertChoices,
  selectAlertFilter,
  selectAlertRange,
  selectAlertSort,
  selectAlertsFailure,
  selectAlertsFound,
  selectAreAlertsLoading,
  selectCheckedAlerts,
  selectDidChoicesFail,
  selectEvidenceFailure,
  selectHiddenColumns,
  selectIsAcknowledging,
  selectIsEvidenceLoading,
  selectMayAcknowledge,
  selectOpenAlertId,
} from '#src/machines/alerts/alert-list.selectors.ts'
import { rangeWithin } from '#src/machines/date-range/date-range.logic.ts'
import { MODEL_CLOCK, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { selectRange } from '#src/machines/date-range/date-range.selectors.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'
import { AWAY, addressOf, FOUND, filterOf, start } from './alert-list.fixture.ts'

describe('opening', () => {
  test('ALR-34 CONFLICT-11 the list begins with the whole fleet and the last 24 hours', async () => {
    const { ports, now, open } = start()
    await open()
    expect(ports.alertAddress.latest().input).toEqual({ isOpen: false })
    expect(selectAlertFilter(now())).toEqual({
      ...{ alerts: 'Alert Wise', alertsFor: 'Fleet', reportType: null, alertsForId: null },
      ...{ period: 'last24Hours', range: null },
    })
    expect(selectAreAlertsLoading(now())).toBe(true)
    expect(ports.alerts.latest().input).toMatchObject({ filter: DEFAULT_ALERT_FILTER, held: null })
    await ports.alerts.latest().resolve(FOUND)
    expect([selectAreAlertsLoading(now()), selectAlertsFound(now())]).toEqual([false, FOUND])
  })

  test('ALR-42 a link opens its type and its alert, and the address stays what it is', async () => {
    const { ports, now, open } = start()
    const linked = addressOf(filterOf({ reportType: 'IDLING' }), 7)
    await open(linked)
    expect(ports.alerts.latest().input.filter.reportType).toBe('IDLING')
    expect([selectOpenAlertId(now()), selectIsEvidenceLoading(now())]).toEqual([7, true])
    expect(ports.alertEvidence.latest().input).toEqual({ alertId: 7 })
    expect(ports.keptFilter.done).toMatchObject([{ filter: linked.filter, alertId: 7, replace: true }])
    await ports.alertEvidence.latest().resolve()
    expect(selectIsEvidenceLoading(now())).toBe(false)
  })

  test('a list that is left loads nothing any more, and opens anew', async () => {
    const { actor, ports, shown } = start()
    await shown()
    const refreshes = ports.alertRefreshes.latest()
    actor.send({ type: 'alertList.closed' })
    expect(refreshes.isOpen()).toBe(false)
    await shown()
    expect(ports.alerts.calls).toHaveLength(2)
  })

  test('an address that cannot be read opens the default', async () => {
    const { actor, ports, now } = start()
    actor.send({ type: 'alertList.opened' })
    await ports.alertAddress.latest().reject(AWAY)
    expect(selectAlertFilter(now())).toEqual(DEFAULT_ALERT_FILTER)
    expect(selectAreAlertsLoading(now())).toBe(true)
  })
})

describe('filter', () => {
  test('ALR-33 ALR-34 every choice loads anew, and is kept in the address', async () => {
    const { actor, ports, now, shown } = start()
    await shown()
    const choose = (change: Partial<AlertFilter>) => actor.send({ type: 'alertList.filterChosen', change })
    choose({ alerts: 'Vehicle Wise' })
    choose({ alertsFor: 'Group' })
    choose({ alertsForId: 4 })
    choose({ reportType: 'FUELDROP' })
    choose({ period: 'last7Days' })
    expect(selectAlertFilter(now())).toEqual({
      ...{ alerts: 'Vehicle Wise', alertsFor: 'Group', alertsForId: 4, reportType: 'FUELDROP' },
      ...{ period: 'last7Days', range: null },
    })
    expect(ports.alerts.latest().input.filter).toEqual(selectAlertFilter(now()))
    expect(ports.alerts.calls.filter(({ signal }) => !signal.aborted)).toHaveLength(2)
    expect(ports.keptFilter.done.at(-1)).toEqual({
      filter: selectAlertFilter(now()),
      alertId: null,
      replace: false,
    })
    const { length } = ports.alerts.calls
    choose({ period: 'last7Days' })
    expect(ports.alerts.calls).toHaveLength(length)
  })

  test('alerts that were chosen in a former list are not chosen in the next', async () => {
    const { actor, now, shown } = start()
    await shown()
    actor.send({ type: 'alertList.checked', alertIds: [1, 2] })
    actor.send({ type: 'alertList.filterChosen', change: { reportType: 'IDLING' } })
    expect(selectCheckedAlerts(now())).toEqual([])
  })

  test('ALR-34 an id belongs to the vehicle or the group it was chosen for', async () => {
    const { actor, now, shown } = start()
    await shown(addressOf(filterOf({ alertsFor: 'Vehicle', alertsForId: 5 })))
    actor.send({ type: 'alertList.filterChosen', change: { alertsFor: 'Group' } })
    expect(selectAlertFilter(now()).alertsForId).toBeNull()
    actor.send({ type: 'alertList.filterChosen', change: { alertsFor: 'Vehicle', alertsForId: 6 } })
    expect(selectAlertFilter(now()).alertsForId).toBe(6)
    actor.send({ type: 'alertList.filterChosen', change: { alertsFor: 'Fleet' } })
    expect(selectAlertFilter(now()).alertsForId).toBeNull()
  })

  test('ALR-35 a reset brings back the defaults', async () => {
    const { actor, ports, now, shown } = start()
    await shown(
      addressOf(filterOf({ reportType: 'IDLING', period: 'last1Year', alertsFor: 'Group', alertsForId: 4 })),
    )
    actor.send({ type: 'alertList.sorted', column: 'Date' })
    actor.send({ type: 'alertList.columnsChosen', hidden: ['Date', 'latlng'] })
    actor.send({ type: 'alertList.alertOpened', alertId: 9 })
    expect([selectOpenAlertId(now()), selectIsEvidenceLoading(now())]).toEqual([9, true])
    actor.send({ type: 'alertList.reset' })
    expect([selectOpenAlertId(now()), selectIsEvidenceLoading(now())]).toEqual([null, false])
    expect([selectHiddenColumns(now()), ports.keptColumns.done.at(-1)]).toEqual([[], { hidden: [] }])
    expect(selectAlertFilter(now())).toEqual(DEFAULT_ALERT_FILTER)
    expect(selectAlertSort(now())).toBeNull()
    expect(ports.alerts.latest().input).toMatchObject({ filter: DEFAULT_ALERT_FILTER, held: null })
    expect(ports.keptFilter.done.at(-1)).toEqual({
      ...{ filter: DEFAULT_ALERT_FILTER, alertId: null, replace: false },
    })
  })

  test('RPT-19 a custom range begins as the last 24 hours, and follows the date pickers', async () => {
    const { actor, ports, now, shown } = start()
    await shown()
    actor.send({ type: 'alertList.customChosen', now: MODEL_NOW })
    const range = selectAlertRange(now())
    const untilNow = rangeOfFilter(DEFAULT_ALERT_FILTER, MODEL_CLOCK)
    expect(selectAlertFilter(now())).toEqual(filterOf({ period: 'custom', range: untilNow }))
    range?.send({ type: 'range.startChosen', at: MODEL_NOW - 3 * DAY_MS, now: MODEL_NOW })
    const chosen = range?.getSnapshot()
    expect(selectAlertFilter(now()).range).toEqual(chosen && selectRange(chosen))
    expect(ports.alerts.latest().input.filter.range).toEqual(selectAlertFilter(now()).range)
    actor.send({ type: 'alertList.filterChosen', change: { period: 'yesterday' } })
    expect(selectAlertFilter(now()).range).toBeNull()
  })

  test('RPT-19 the back button brings back the range that the pickers show, and its address stays as it is', async () => {
    const custom = (range: { from: number; to: number }) => addressOf(filterOf({ period: 'custom', range }))
    const before = { from: MODEL_NOW - 3 * DAY_MS, to: MODEL_NOW - DAY_MS }
    const { actor, ports, now, shown } = start()
    await shown(custom({ from: MODEL_NOW - DAY_MS, to: MODEL_NOW }))
    actor.send({ type: 'alertList.opened' })
    await ports.alertAddress.latest().resolve(custom(before))
    const range = selectAlertRange(now())
    expect(range && selectRange(range.getSnapshot())).toEqual(rangeWithin(before, MODEL_CLOCK))
    expect([ports.alerts.calls.length, ports.alerts.latest().input.filter.range]).toEqual([2, before])
    expect(ports.keptFilter.done.map(({ replace }) => replace)).toEqual([true])
  })

  test('the back button brings back the filter and the alert of its address', async () => {
    const { actor, ports, now, shown } = start()
    await shown(addressOf(filterOf({ reportType: 'IDLING' })))
    actor.send({ type: 'alertList.opened' })
    expect(ports.alertAddress.latest().input).toEqual({ isOpen: true })
    await ports.alertAddress.latest().resolve(addressOf(DEFAULT_ALERT_FILTER, 9))
    expect(selectAlertFilter(now())).toEqual(DEFAULT_ALERT_FILTER)
    expect([ports.alerts.calls.length, ports.alertEvidence.latest().input.alertId]).toEqual([2, 9])
    expect(ports.keptFilter.done).toHaveLength(1)
    actor.send({ type: 'alertList.opened' })
    await ports.alertAddress.latest().resolve(addressOf())
    expect([ports.alerts.calls.length, selectOpenAlertId(now())]).toEqual([2, null])
    actor.send({ type: 'alertList.opened' })
    await ports.alertAddress.latest().resolve(addressOf())
    expect(ports.alerts.calls).toHaveLength(2)
  })
})

describe('periods', () => {
  const payload = (period: AlertFilter['period'], clock = MODEL_CLOCK) => {
    const { from, to } = rangeOfFilter(filterOf({ period }), clock)
    return [toPayloadTime(from), toPayloadTime(to)]
  }

  test('RPT-19 CONFLICT-11 begin and end with days of the company, and go on until now', () => {
    expect(payload('last24Hours')).toEqual(['2026-11-19 10:00:00', '2026-11-20 11:00:00'])
    expect(payload('last7Days')).toEqual(['2026-11-14 00:00:00', '2026-11-20 11:00:00'])
    expect(payload('yesterday')).toEqual(['2026-11-19 00:00:00', '2026-11-20 00:00:00'])
    expect(payload('last30Days')).toEqual(['2026-10-22 00:00:00', '2026-11-20 11:00:00'])
    expect(payload('last6Months')).toEqual(['2026-05-23 00:00:00', '2026-11-20 11:00:00'])
    expect(payload('last1Year')).toEqual(['2025-11-21 00:00:00', '2026-11-20 11:00:00'])
    expect(payload('custom')).toEqual(payload('last24Hours'))
  })

  test('yesterday is a whole day also where the clocks have changed', () => {
    const timeZone = 'Europe/Berlin'
    const { from, to } = rangeOfFilter(filterOf({ period: 'yesterday' }), {
      now: Date.UTC(2026, 9, 26, 12),
      timeZone,
    })
    expect(to - from).toBe(25 * HOUR_MS)
  })

  test('the last days are as many also where the clocks have changed among them', () => {
    const timeZone = 'Europe/Berlin'
    // Half past midnight on Tuesday, 31 March: a day of 23 hours lies between.
    const now = Date.UTC(2026, 2, 30, 22, 30)
    const { from } = rangeOfFilter(filterOf({ period: 'last7Days' }), { now, timeZone })
    expect(from).toBe(Date.UTC(2026, 2, 24, 23))
  })
})

describe('live list', () => {
  test('ALR-15 a refresh asks with what is held; a failed one leaves the list and is known until the next one', async () => {
    const { ports, now, shown } = start()
    await shown()
    const due = () => ports.alertRefreshes.latest().emit({ type: 'alertList.refreshDue' })
    due()
    expect(ports.alerts.latest().input.held).toEqual(FOUND)
    due()
    expect(ports.alerts.calls, 'one at a time').toHaveLength(2)
    expect(selectAreAlertsLoading(now())).toBe(false)
    await ports.alerts.latest().resolve({ ...FOUND, total: 3 })
    expect(selectAlertsFound(now())?.total).toBe(3)
    due()
    await ports.alerts.latest().reject(AWAY)
    expect([selectAlertsFound(now())?.total, selectAlertsFailure(now())?.kind]).toEqual([3, 'away'])
    due()
    await ports.alerts.latest().resolve({ ...FOUND, total: 4 })
    expect([selectAlertsFound(now())?.total, selectAlertsFailure(now())]).toEqual([4, null])
  })

  test('a list that could not be loaded is loaded again when it is due', async () => {
    const { ports, now, open } = start()
    await open()
    await ports.alerts.latest().reject(AWAY)
    ports.alertRefreshes.latest().emit({ type: 'alertList.refreshDue' })
    await ports.alerts.latest().resolve(FOUND)
    expect([selectAlertsFound(now()), selectAlertsFailure(now())]).toEqual([FOUND, null])
  })

  test('the reply to a former filter is dropped', async () => {
    const { actor, ports, now, open } = start()
    await open()
    const former = ports.alerts.latest()
    actor.send({ type: 'alertList.filterChosen', change: { reportType: 'IDLING' } })
    expect(former.signal.aborted).toBe(true)
    await former.resolve(FOUND)
    expect(selectAlertsFound(now())).toBeNull()
  })

  test('a list that could not be loaded is loaded again on Retry', async () => {
    const { actor, ports, now, open } = start()
    await open()
    await ports.alerts.latest().reject(AWAY)
    expect(selectAlertsFailure(now())?.kind).toBe('away')
    actor.send({ type: 'alertList.retry' })
    expect([selectAlertsFailure(now()), selectAreAlertsLoading(now())]).toEqual([null, true])
  })
})

describe('rows', () => {
  test('are sorted by a column, then the other way round, then as they came', async () => {
    const { actor, now, shown } = start()
    await shown()
    const sort = (column: string) => {
      actor.send({ type: 'alertList.sorted', column })
      return selectAlertSort(now())
    }
    expect(sort('Date')).toEqual({ column: 'Date', isDescending: false })
    expect(sort('Date')).toEqual({ column: 'Date', isDescending: true })
    expect(sort('Date')).toBeNull()
    sort('Date')
    expect(sort('MaxSpeed')).toEqual({ column: 'MaxSpeed', isDescending: false })
    const chosen = { column: 'Vin', isDescending: true }
    actor.send({ type: 'alertList.orderChosen', sort: chosen })
    expect(selectAlertSort(now())).toEqual(chosen)
  })

  test('columns that are put away are kept', async () => {
    const { actor, ports, now, open } = start()
    await open({ ...addressOf(), hidden: ['Model'] })
    expect(selectHiddenColumns(now())).toEqual(['Model'])
    actor.send({ type: 'alertList.columnsChosen', hidden: ['Model', 'Vin'] })
    expect(selectHiddenColumns(now())).toEqual(['Model', 'Vin'])
    expect(ports.keptColumns.done).toMatchObject([{ hidden: ['Model', 'Vin'] }])
  })

  test('the panel opens and closes, and its address with it; evidence is loaded again on Retry', async () => {
    const { actor, ports, now, shown } = start()
    await shown()
    actor.send({ type: 'alertList.alertOpened', alertId: 7 })
    expect(ports.keptFilter.done.at(-1)).toMatchObject({ alertId: 7, replace: false })
    await ports.alertEvidence.latest().reject(AWAY)
    expect(selectEvidenceFailure(now())?.kind).toBe('away')
    actor.send({ type: 'alertList.evidenceRetried' })
    expect(selectEvidenceFailure(now())).toBeNull()
    actor.send({ type: 'alertList.alertClosed' })
    expect([selectOpenAlertId(now()), ports.alertEvidence.latest().signal.aborted]).toEqual([null, true])
    expect(ports.keptFilter.done.at(-1)).toMatchObject({ alertId: null })
    const { length } = ports.keptFilter.done
    actor.send({ type: 'alertList.alertClosed' })
    expect(ports.keptFilter.done).toHaveLength(length)
  })

  test('are acknowledged one at a time or together, at most a thousand', async () => {
    const { actor, ports, notices, now, shown } = start()
    await shown()
    const many = Array.from({ length: MAX_CHECKED + 5 }, (_, i) => i + 1)
    actor.send({ type: 'alertList.checked', alertIds: many })
    expect(selectCheckedAlerts(now())).toHaveLength(MAX_CHECKED)
    actor.send({ type: 'alertList.acknowledged', alertIds: many })
    expect(selectIsAcknowledging(now())).toBe(true)
    expect(ports.acknowledgeAlerts.latest().input.alertIds).toHaveLength(MAX_CHECKED)
    actor.send({ type: 'alertList.acknowledged', alertIds: [1] })
    expect(ports.acknowledgeAlerts.calls).toHaveLength(1)
    await ports.acknowledgeAlerts.latest().resolve()
    expect([selectIsAcknowledging(now()), selectCheckedAlerts(now())]).toEqual([false, []])
    actor.send({ type: 'alertList.checked', alertIds: [3] })
    actor.send({ type: 'alertList.acknowledged', alertIds: [3] })
    await ports.acknowledgeAlerts.latest().reject(AWAY)
    expect(notices).toMatchObject([{ kind: 'error', failure: { kind: 'away' } }])
    expect(selectCheckedAlerts(now())).toEqual([3])
  })

  test.each([
    ['MANAGER', true],
    ['ANALYTICSUSER', false],
    ['SUPPORT', false],
  ] as const)('OPEN-29 %s may acknowledge: %s', async (role, may) => {
    const { actor, ports, now, shown } = start(role)
    await shown()
    expect(selectMayAcknowledge(now())).toBe(may)
    actor.send({ type: 'alertList.acknowledged', alertIds: [1] })
    expect(ports.acknowledgeAlerts.calls).toHaveLength(may ? 1 : 0)
  })

  test('choices of the filter are loaded with the list, and again on Retry', async () => {
    const { actor, ports, now, shown } = start()
    await shown()
    await ports.listedAlertChoices.latest().reject(AWAY)
    expect([selectDidChoicesFail(now()), selectAlertChoices(now())]).toEqual([true, null])
    actor.send({ type: 'alertList.choicesRetried' })
    await ports.listedAlertChoices
      .latest()
      .resolve({ groups: [{ groupId: 4, groupName: 'North', vehicleIds: [5] }], types: ['IDLING'] })
    await settled()
    expect(selectDidChoicesFail(now())).toBe(false)
    expect(selectAlertChoices(now())?.groups).toEqual([{ groupId: 4, groupName: 'North', vehicleIds: [5] }])
  })
})
