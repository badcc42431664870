import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  type DashboardEvidence,
  type DashboardLayout,
  type DashboardPlace,
  DEFAULT_DASHBOARD_FILTER,
  DEFAULT_DASHBOARD_LAYOUT,
  dashboardSearch,
  readDashboardLink,
} from '#contract/links/dashboard.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import {
  changedFilter,
  rangeOf,
  withHidden,
  withMoved,
  withShown,
} from '#src/machines/dashboard/dashboard.logic.ts'
import { dashboardMachine } from '#src/machines/dashboard/dashboard.machine.ts'
import type {
  DashboardAddress,
  DashboardChoices,
  FiguresRefreshEvent,
  FiguresRequest,
  HeldFigures,
  KeptPlace,
} from '#src/machines/dashboard/dashboard.ports.ts'
import {
  selectDashboardFilter,
  selectDidDashboardChoicesFail,
  selectEvidence,
  selectIsUnread,
  selectLayout,
  selectTable,
} from '#src/machines/dashboard/dashboard.selectors.ts'
import { widgetMachine } from '#src/machines/dashboard/widget.machine.ts'
import { MODEL_CLOCK, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { rangeOfPeriod } from '#src/machines/date-range/period.logic.ts'
import { controlledEvents, controlledPromise, recordedAction } from '#tests/kit/machines/controlled-ports.ts'

const PLACE: DashboardPlace = { filter: DEFAULT_DASHBOARD_FILTER, layout: null, table: null, evidence: null }
const EVIDENCE: DashboardEvidence = {
  ...{ widget: 'UTILIZATION_DAILY', day: '2026-11-16', days: 7, part: null, vehicleId: null },
}
/** Midnights in India. */
const midnight = (day: number) => Date.UTC(2026, 10, day, -5, -30)

const start = () => {
  const ports = {
    address: controlledPromise<DashboardAddress>(),
    choices: controlledPromise<DashboardChoices>(),
    figures: controlledPromise<HeldFigures, FiguresRequest>(),
    refreshes: controlledEvents<FiguresRefreshEvent>(),
    kept: recordedAction<KeptPlace>(),
    saved: recordedAction<{ layout: DashboardLayout }>(),
  }
  const machine = dashboardMachine.provide({
    actors: {
      readAddress: ports.address.logic,
      loadChoices: ports.choices.logic,
      refreshes: ports.refreshes.logic,
      widget: widgetMachine.provide({ actors: { loadFigures: ports.figures.logic } }),
    },
    actions: { keepPlace: ports.kept.act, saveLayout: ports.saved.act },
  })
  const actor = createActor(machine, { input: { timeZone: MODEL_CLOCK.timeZone } })
  actor.start()
  /** What was requested since the last call. */
  let seen = 0
  const requested = () => {
    const requests = ports.figures.calls.slice(seen).map(({ input }) => input)
    seen = ports.figures.calls.length
    return requests
  }
  return { ...ports, actor, requested }
}

const ADDRESS: DashboardAddress = {
  ...{ place: PLACE, keptLayout: null, now: MODEL_NOW, isPeriodInvalid: false },
}

const open = async (address: Partial<DashboardAddress> = {}) => {
  const opened = start()
  opened.actor.send({ type: 'dashboard.opened' })
  await opened.address.latest().resolve({ ...ADDRESS, ...address })
  return opened
}

describe('what is asked', () => {
  test('DSH-01 DSH-04 DSH-05 CONFLICT-11 each widget asks for the whole fleet and the last 7 days of the company', async () => {
    const { requested } = await open()
    const requests = requested()
    expect(requests.map(({ source }) => source).sort()).toEqual([...DEFAULT_DASHBOARD_LAYOUT.shown].sort())
    for (const request of requests)
      expect(request).toMatchObject({
        range: { from: midnight(14), to: midnight(21) },
        scope: { filterBy: 'Fleet', selectedVehicleIds: [], groupId: null },
        timeDiffGreaterThan7Days: false,
      })
  })

  test.each([
    ['last7Days', 7, false],
    ['last30Days', 30, true],
    ['last60Days', 60, true],
    ['last90Days', 90, true],
  ] as const)(
    'DSH-03 DSH-11 OPEN-50 %s covers %i days, and is long-range: %s',
    async (selectedPeriod, days, isLong) => {
      const { actor, requested } = await open()
      requested()
      actor.send({ type: 'dashboard.filterChosen', change: { selectedPeriod } })
      const requests = requested()
      if (selectedPeriod === 'last7Days') return expect(requests).toEqual([])
      expect(requests[0]?.range).toEqual({ from: midnight(21 - days), to: midnight(21) })
      expect(requests.every(({ timeDiffGreaterThan7Days }) => timeDiffGreaterThan7Days === isLong)).toBe(true)
    },
  )

  test.each(['last7Days', 'last30Days'] as const)('%s begins where it does in driving analysis', (period) => {
    const clock = { now: Date.UTC(2026, 10, 20, 5, 30), timeZone: DEFAULT_TIME_ZONE }
    const { from } = rangeOf({ ...DEFAULT_DASHBOARD_FILTER, selectedPeriod: period }, clock)
    expect(rangeOfPeriod(period, null, clock).from).toBe(from)
    expect(from).toBe(midnight(21 - (period === 'last7Days' ? 7 : 30)))
  })

  test('a day of 25 hours is a whole day', () => {
    const clock = { now: Date.UTC(2026, 9, 26, 12), timeZone: 'Europe/Berlin' }
    const { from, to } = rangeOf(DEFAULT_DASHBOARD_FILTER, clock)
    expect(to - from).toBe(7 * DAY_MS + HOUR_MS)
  })

  test('DSH-06 RPT-05 RPT-06 scopes are asked for, and another scope forgets who was chosen', async () => {
    const { actor, requested } = await open()
    actor.send({ type: 'dashboard.filterChosen', change: { filterBy: 'Vehicle', selectedVehicleIds: [7] } })
    expect(requested().at(-1)?.scope).toEqual({ filterBy: 'Vehicle', selectedVehicleIds: [7], groupId: null })
    actor.send({ type: 'dashboard.filterChosen', change: { filterBy: 'Group', groupId: 4 } })
    expect(requested().at(-1)?.scope).toEqual({ filterBy: 'Group', selectedVehicleIds: [], groupId: 4 })
    expect(
      changedFilter(selectDashboardFilter(actor.getSnapshot()), { filterBy: 'Fleet' }).groupId,
    ).toBeNull()
  })

  test('after midnight a refresh asks for the new days', async () => {
    const { actor, requested } = await open()
    requested()
    actor.send({ type: 'dashboard.refreshDue', now: MODEL_NOW + DAY_MS })
    expect(requested()[0]?.range).toEqual({ from: midnight(15), to: midnight(22) })
  })

  test('nothing is asked for until the address is read, which is tried again', async () => {
    const { actor, address, requested } = start()
    actor.send({ type: 'dashboard.opened' })
    await address.latest().reject(new Error('not read'))
    expect(requested()).toEqual([])
    expect(selectIsUnread(actor.getSnapshot())).toBe(true)
    actor.send({ type: 'dashboard.opened' })
    expect(selectIsUnread(actor.getSnapshot())).toBe(false)
    await address.latest().resolve(ADDRESS)
    expect(requested()[0]?.range).toEqual({ from: midnight(14), to: midnight(21) })
  })

  test('nothing is asked for while another screen is shown', async () => {
    const { actor, figures } = await open()
    actor.send({ type: 'dashboard.closed' })
    expect(figures.calls.every(({ signal }) => signal.aborted)).toBe(true)
  })
})

describe('the widgets', () => {
  test('a hidden widget ends its request, is kept for the user and can be shown again', async () => {
    const { actor, figures, saved, kept, requested } = await open()
    requested()
    actor.send({ type: 'dashboard.widgetHidden', widget: 'SPEED_BAND' })
    expect(figures.calls.find(({ input }) => input.source === 'SPEED_BAND')?.signal.aborted).toBe(true)
    expect(saved.done.at(-1)?.layout.hidden).toEqual(['SPEED_BAND'])
    expect(kept.done.at(-1)).toMatchObject({ replace: true, place: { layout: { hidden: ['SPEED_BAND'] } } })
    expect(requested()).toEqual([])
    actor.send({ type: 'dashboard.widgetShown', widget: 'SPEED_BAND' })
    expect(selectLayout(actor.getSnapshot()).shown.at(-1)).toBe('SPEED_BAND')
    expect(requested().map(({ source }) => source)).toEqual(['SPEED_BAND'])
    actor.send({ type: 'dashboard.widgetMoved', widget: 'SPEED_BAND', place: 0 })
    expect(selectLayout(actor.getSnapshot()).shown[0]).toBe('SPEED_BAND')
    actor.send({ type: 'dashboard.layoutReset' })
    expect(saved.done.at(-1)?.layout).toEqual(DEFAULT_DASHBOARD_LAYOUT)
    expect(requested()).toEqual([])
  })

  test('the last one stays', async () => {
    const only: DashboardLayout = {
      shown: ['RPM_BAND'],
      hidden: DEFAULT_DASHBOARD_LAYOUT.shown.filter((name) => name !== 'RPM_BAND'),
    }
    const { actor, saved } = await open({ keptLayout: only })
    actor.send({ type: 'dashboard.widgetHidden', widget: 'RPM_BAND' })
    expect(selectLayout(actor.getSnapshot()).shown).toEqual(['RPM_BAND'])
    expect(saved.done).toEqual([])
  })

  test('the address wins over what the user keeps', async () => {
    const keptLayout = withHidden(DEFAULT_DASHBOARD_LAYOUT, 'RPM_BAND')
    const layout = withHidden(DEFAULT_DASHBOARD_LAYOUT, 'SPEED_BAND')
    expect(selectLayout((await open({ keptLayout })).actor.getSnapshot())).toEqual(keptLayout)
    const linked = await open({ keptLayout, place: { ...PLACE, layout } })
    expect(selectLayout(linked.actor.getSnapshot())).toEqual(layout)
  })

  test('moves and hides keep every widget once', () => {
    const all = DEFAULT_DASHBOARD_LAYOUT
    const moved = withMoved(all, 'RPM_BAND', 99)
    expect(moved.shown.at(-1)).toBe('RPM_BAND')
    expect([...moved.shown].sort()).toEqual([...all.shown].sort())
    expect(withShown(withHidden(moved, 'RPM_BAND'), 'RPM_BAND')).toEqual(moved)
    expect(withMoved(withHidden(all, 'RPM_BAND'), 'RPM_BAND', 0)).toEqual(withHidden(all, 'RPM_BAND'))
  })
})

describe('what is open', () => {
  test('DSH-01 a figure leads to its vehicles, and one of them to its hours', async () => {
    const { actor, requested, kept } = await open()
    requested()
    actor.send({ type: 'dashboard.evidenceOpened', evidence: EVIDENCE })
    expect(requested()).toMatchObject([
      {
        source: 'rows',
        by: 'vehicle',
        range: { from: midnight(16), to: midnight(23) },
        scope: { filterBy: 'Fleet' },
      },
    ])
    expect(kept.done.at(-1)).toMatchObject({ replace: false, place: { evidence: EVIDENCE } })
    actor.send({ type: 'dashboard.evidenceOpened', evidence: { ...EVIDENCE, days: 1, vehicleId: 7 } })
    expect(requested()).toMatchObject([
      {
        ...{ source: 'rows', by: 'hour', range: { from: midnight(16), to: midnight(17) } },
        scope: { filterBy: 'Vehicle', selectedVehicleIds: [7] },
      },
    ])
    actor.send({ type: 'dashboard.evidenceClosed' })
    expect(selectEvidence(actor.getSnapshot())).toBeNull()
  })

  test('the back button leads to what the address says', async () => {
    const { actor, address, requested, kept } = await open()
    requested()
    const count = kept.done.length
    actor.send({ type: 'dashboard.opened' })
    const filter = { ...DEFAULT_DASHBOARD_FILTER, selectedPeriod: 'last90Days' } as const
    await address.latest().resolve({
      ...ADDRESS,
      place: { ...PLACE, filter, table: 'MILAGE_DAILY' },
    })
    expect(selectDashboardFilter(actor.getSnapshot())).toEqual(filter)
    expect(selectTable(actor.getSnapshot())).toBe('MILAGE_DAILY')
    expect(requested().length).toBe(DEFAULT_DASHBOARD_LAYOUT.shown.length)
    expect(kept.done.length, 'the address is not written again').toBe(count)
  })

  test('of two presses of the back button the second counts, whichever address is read first', async () => {
    const { actor, address } = await open()
    actor.send({ type: 'dashboard.opened' })
    const first = address.latest()
    actor.send({ type: 'dashboard.opened' })
    expect([address.calls.length, first.signal.aborted]).toEqual([3, true])
    await address.latest().resolve({ ...ADDRESS, place: { ...PLACE, table: 'RPM_BAND' } })
    await first.resolve({ ...ADDRESS, place: { ...PLACE, table: 'MILAGE_DAILY' } })
    expect(selectTable(actor.getSnapshot())).toBe('RPM_BAND')
  })

  test('an address that says what is shown already changes nothing', async () => {
    const keptLayout = withHidden(DEFAULT_DASHBOARD_LAYOUT, 'RPM_BAND')
    const { actor, address, kept } = await open({ keptLayout })
    actor.send({ type: 'dashboard.evidenceOpened', evidence: EVIDENCE })
    actor.send({ type: 'dashboard.opened' })
    const place = readDashboardLink(dashboardSearch(kept.done.at(-1)?.place ?? PLACE))
    expect(place.evidence).toEqual(EVIDENCE)
    const before = actor.getSnapshot().context
    await address.latest().resolve({ ...ADDRESS, place, keptLayout, now: MODEL_NOW + HOUR_MS })
    expect(actor.getSnapshot().context).toBe(before)
  })

  test('a table is shown and put away', async () => {
    const { actor, kept } = await open()
    actor.send({ type: 'dashboard.tableToggled', widget: 'MILAGE_DAILY' })
    expect(kept.done.at(-1)).toMatchObject({ replace: false, place: { table: 'MILAGE_DAILY' } })
    actor.send({ type: 'dashboard.tableToggled', widget: 'MILAGE_DAILY' })
    expect(selectTable(actor.getSnapshot())).toBeNull()
  })

  test('choices that could not be loaded are loaded again', async () => {
    const { actor, choices } = await open()
    await choices.latest().reject({ name: 'NetworkFailure', message: '' })
    expect(selectDidDashboardChoicesFail(actor.getSnapshot())).toBe(true)
    actor.send({ type: 'dashboard.choicesRetried' })
    await choices.latest().resolve({ groups: [{ groupId: 4, groupName: 'North' }] })
    expect(selectDidDashboardChoicesFail(actor.getSnapshot())).toBe(false)
  })
})
