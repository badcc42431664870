import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { DEFAULT_HEALTH_FILTER, type HealthFilter } from '#contract/links/health.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'
import { rangeWithin } from '#src/machines/date-range/date-range.logic.ts'
import { MODEL_CLOCK, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { selectRange } from '#src/machines/date-range/date-range.selectors.ts'
import type { HealthAddress, ServiceChange } from '#src/machines/health/health.ports.ts'
import {
  selectAreLevelsLoading,
  selectChangeFailure,
  selectDidHealthChoicesFail,
  selectHealthChoices,
  selectHealthFailure,
  selectHealthFilter,
  selectHealthFound,
  selectHealthRange,
  selectIsChangingService,
  selectIsHealthLoading,
  selectLevelsFailure,
  selectMayRecord,
  selectMaySetIntervals,
  selectOpenRowId,
  selectRecordedId,
  selectServiceForm,
} from '#src/machines/health/health.selectors.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const MODEL_CLOCK_HOUR = startOfHour(MODEL_NOW, DEFAULT_TIME_ZONE)
const AWAY = { name: 'NetworkFailure', message: 'not reached' }
const FOUND = { shown: 2, total: 2 }
const CHANGE: ServiceChange = { kind: 'undo', serviceId: 3 }
const filterOf = (change: Partial<HealthFilter>): HealthFilter => ({ ...DEFAULT_HEALTH_FILTER, ...change })

const addressOf = (filter: HealthFilter, open: string | null = null): HealthAddress => ({
  ...{ filter, open, now: MODEL_NOW, isPeriodInvalid: false },
})

const start = (role: Role = 'CUSTOMERADMIN') => {
  const notices: unknown[] = []
  const { ports, machines } = createShellFixture((_, notice) => notices.push(notice))
  const actor = createActor(machines.health, { input: { timeZone: DEFAULT_TIME_ZONE, role } }).start()
  const now = () => actor.getSnapshot()
  const open = async (filter = DEFAULT_HEALTH_FILTER, rowId: string | null = null) => {
    actor.send({ type: 'health.opened' })
    await ports.healthAddress.latest().resolve(addressOf(filter, rowId))
  }
  const shown = async (filter = DEFAULT_HEALTH_FILTER) => {
    await open(filter)
    await ports.health.latest().resolve(FOUND)
  }
  return { ports, actor, notices, now, open, shown }
}

describe('fleet health', () => {
  test('HLT-01 HLT-02 opens at what the address says, and loads it', async () => {
    const { ports, now, open } = start()
    const filter = filterOf({ tab: 'services', services: 'dueSoon' })
    await open(filter)
    expect(ports.health.latest().input).toEqual({ filter, timeZone: DEFAULT_TIME_ZONE })
    expect(selectIsHealthLoading(now())).toBe(true)
    expect(ports.keptHealth.done).toEqual([{ filter, open: null, replace: true }])
    await ports.health.latest().resolve(FOUND)
    expect([selectHealthFound(now()), selectIsHealthLoading(now())]).toEqual([FOUND, false])
    await ports.healthChoices.latest().resolve({ groups: [{ groupId: 4, groupName: 'North' }] })
    expect(selectHealthChoices(now())?.groups).toHaveLength(1)
  })

  test('an address that cannot be read opens the default', async () => {
    const { ports, actor, now } = start()
    actor.send({ type: 'health.opened' })
    await ports.healthAddress.latest().reject(AWAY)
    expect(selectHealthFilter(now())).toEqual(DEFAULT_HEALTH_FILTER)
    expect(ports.health.calls).toHaveLength(1)
  })

  test('another filter goes to the address and loads anew; the same one does nothing', async () => {
    const { ports, actor, now, shown } = start()
    await shown()
    actor.send({ type: 'health.rowOpened', rowId: '7' })
    actor.send({ type: 'health.filterChosen', change: { severity: null } })
    expect(ports.health.calls).toHaveLength(1)
    expect(selectOpenRowId(now())).toBe('7')
    actor.send({ type: 'health.filterChosen', change: { tab: 'history', severity: 'high' } })
    expect(ports.keptHealth.done.at(-1)).toEqual({
      filter: filterOf({ tab: 'history', severity: 'high' }),
      open: null,
      replace: false,
    })
    expect([selectHealthFound(now()), selectOpenRowId(now())]).toEqual([null, null])
    expect(ports.health.calls).toHaveLength(2)
    actor.send({ type: 'health.reset' })
    const reset = filterOf({ tab: 'history' })
    expect(selectHealthFilter(now())).toEqual(reset)
    expect(ports.keptHealth.done.at(-1)).toEqual({ filter: reset, open: null, replace: false })
  })

  test('the back button brings back what the address says then', async () => {
    const { ports, actor, now, shown } = start()
    await shown()
    actor.send({ type: 'health.opened' })
    expect(ports.healthAddress.latest().input).toEqual({ isOpen: true })
    await ports.healthAddress.latest().resolve(addressOf(filterOf({ tab: 'fluids' })))
    expect(selectHealthFilter(now()).tab).toBe('fluids')
    expect(ports.health.calls).toHaveLength(2)
    actor.send({ type: 'health.opened' })
    await ports.healthAddress.latest().resolve(addressOf(filterOf({ tab: 'fluids' })))
    expect(ports.health.calls).toHaveLength(2)
  })

  test('RPT-19 a custom range of the history begins as the last day, and follows the date pickers', async () => {
    const { ports, actor, now, shown } = start()
    await shown(filterOf({ tab: 'history' }))
    actor.send({ type: 'health.customChosen', now: MODEL_NOW })
    const range = selectHealthRange(now())
    const shownRange = () => range && selectRange(range.getSnapshot())
    expect(selectHealthFilter(now())).toMatchObject({ period: 'custom', range: shownRange() })
    range?.send({ type: 'range.startChosen', at: MODEL_NOW - 3 * DAY_MS, now: MODEL_NOW })
    expect(ports.health.latest().input.filter.range).toEqual(shownRange())
    expect(ports.keptHealth.done.at(-1)?.filter.range).toEqual(shownRange())
    const loads = ports.health.calls.length
    const before = { from: MODEL_NOW - 5 * DAY_MS, to: MODEL_NOW - DAY_MS }
    actor.send({ type: 'health.opened' })
    await ports.healthAddress
      .latest()
      .resolve(addressOf(filterOf({ tab: 'history', period: 'custom', range: before })))
    expect(shownRange()).toEqual(rangeWithin(before, MODEL_CLOCK))
    expect([ports.health.calls.length, ports.health.latest().input.filter.range]).toEqual([loads + 1, before])
    actor.send({ type: 'health.filterChosen', change: { period: 'yesterday' } })
    expect(selectHealthFilter(now()).range).toBeNull()
  })

  test('the pickers begin with the range of a link', async () => {
    const { now, shown } = start()
    const range = { from: MODEL_CLOCK_HOUR - DAY_MS, to: MODEL_CLOCK_HOUR }
    await shown(filterOf({ tab: 'history', period: 'custom', range }))
    const actor = selectHealthRange(now())
    expect(actor && selectRange(actor.getSnapshot())).toEqual(range)
  })

  test('what failed to load says why, and is loaded again', async () => {
    const { ports, actor, now, open } = start()
    await open()
    await ports.health.latest().reject(AWAY)
    expect(selectHealthFailure(now())?.kind).toBe('away')
    actor.send({ type: 'health.reloaded' })
    await ports.health.latest().resolve(FOUND)
    expect(selectHealthFailure(now())).toBeNull()
    await ports.healthChoices.latest().reject(AWAY)
    expect(selectDidHealthChoicesFail(now())).toBe(true)
    actor.send({ type: 'health.choicesRetried' })
    await ports.healthChoices.latest().resolve({ groups: [] })
    expect(selectHealthChoices(now())).toEqual({ groups: [] })
  })

  test('the panel opens a row and closes, each as a step of the address', async () => {
    const { ports, actor, now, shown } = start()
    await shown()
    const steps = () => ports.keptHealth.done.slice(1).map(({ open, replace }) => [open, replace])
    actor.send({ type: 'health.rowOpened', rowId: '7' })
    expect([selectOpenRowId(now()), steps()]).toEqual(['7', [['7', false]]])
    actor.send({ type: 'health.rowOpened', rowId: '7' })
    actor.send({ type: 'health.rowClosed' })
    actor.send({ type: 'health.rowClosed' })
    expect(selectOpenRowId(now())).toBeNull()
    expect(steps()).toEqual([
      ['7', false],
      [null, false],
    ])
  })

  test('the back button closes and opens the row that the address says then, without another load', async () => {
    const { ports, now, open, shown } = start()
    await shown()
    await open(DEFAULT_HEALTH_FILTER, '7')
    expect(selectOpenRowId(now())).toBe('7')
    await open(DEFAULT_HEALTH_FILTER, null)
    expect(selectOpenRowId(now())).toBeNull()
    expect([ports.health.calls.length, ports.keptHealth.done.length]).toEqual([1, 1])
  })

  test('a link opens its row, and a list that had to be loaded again keeps it', async () => {
    const { ports, actor, now, open } = start()
    await open(DEFAULT_HEALTH_FILTER, '7')
    expect(ports.keptHealth.done).toEqual([{ filter: DEFAULT_HEALTH_FILTER, open: '7', replace: true }])
    await ports.health.latest().reject(AWAY)
    actor.send({ type: 'health.reloaded' })
    await ports.health.latest().resolve(FOUND)
    expect(selectOpenRowId(now())).toBe('7')
  })

  test('nothing is shown of the one before when it is opened again', async () => {
    const { actor, now, shown } = start()
    await shown()
    actor.send({ type: 'health.rowOpened', rowId: '7' })
    actor.send({ type: 'health.formOpened', form: { kind: 'record', vehicleId: 7 } })
    actor.send({ type: 'health.closed' })
    actor.send({ type: 'health.opened' })
    expect([selectHealthFound(now()), selectOpenRowId(now()), selectServiceForm(now())]).toEqual([
      ...[null, null, null],
    ])
    actor.send({ type: 'health.closed' })
    expect(now().hasTag('open')).toBe(false)
  })
})

describe('services', () => {
  test('HLT-02 a change closes its form and loads the list anew', async () => {
    const { ports, actor, now, shown } = start()
    await shown()
    actor.send({ type: 'health.formOpened', form: { kind: 'record', vehicleId: 7 } })
    expect(selectServiceForm(now())).toEqual({ kind: 'record', vehicleId: 7 })
    actor.send({ type: 'health.serviceChanged', change: CHANGE })
    expect(ports.serviceChange.latest().input).toEqual(CHANGE)
    expect(selectIsChangingService(now())).toBe(true)
    actor.send({ type: 'health.serviceChanged', change: CHANGE })
    actor.send({ type: 'health.formClosed' })
    expect(ports.serviceChange.calls).toHaveLength(1)
    expect(selectServiceForm(now())).not.toBeNull()
    await ports.serviceChange.latest().resolve()
    expect([selectServiceForm(now()), ports.health.calls.length]).toEqual([null, 2])
    expect(selectRecordedId(now())).toBe(7)
    actor.send({ type: 'health.filterChosen', change: { services: 'done' } })
    expect(selectRecordedId(now())).toBeNull()
  })

  test('HLT-02 what an interval that was set has changed is said', async () => {
    const { ports, actor, now, shown } = start()
    await shown()
    actor.send({ type: 'health.formOpened', form: { kind: 'interval', vehicleId: 7 } })
    actor.send({
      type: 'health.serviceChanged',
      change: { kind: 'interval', vehicleId: 7, interval: null, isConfirmed: false },
    })
    await ports.serviceChange.latest().resolve()
    expect([selectServiceForm(now()), selectRecordedId(now())]).toEqual([null, 7])
  })

  test('a change that fails leaves its form open and says why', async () => {
    const { ports, actor, now, shown } = start()
    await shown()
    actor.send({ type: 'health.formOpened', form: { kind: 'interval', vehicleId: 7 } })
    actor.send({
      type: 'health.serviceChanged',
      change: { kind: 'interval', vehicleId: 7, interval: null, isConfirmed: false },
    })
    await ports.serviceChange.latest().reject(AWAY)
    expect([selectServiceForm(now())?.kind, selectChangeFailure(now())?.kind]).toEqual(['interval', 'away'])
    actor.send({ type: 'health.serviceChanged', change: CHANGE })
    expect(selectChangeFailure(now())).toBeNull()
    await ports.serviceChange.latest().reject(AWAY)
    actor.send({ type: 'health.formClosed' })
    expect([selectServiceForm(now()), selectChangeFailure(now())]).toEqual([null, null])
  })

  const leave = {
    'another tab': ({ actor }) => actor.send({ type: 'health.filterChosen', change: { tab: 'fluids' } }),
    'another owner': ({ actor }) => actor.send({ type: 'health.filterChosen', change: { vehicleId: 9 } }),
    'a reset': ({ actor }) => actor.send({ type: 'health.reset' }),
    'the back button': ({ actor, ports }) => {
      actor.send({ type: 'health.opened' })
      return ports.healthAddress.latest().resolve(addressOf(filterOf({ services: 'done' })))
    },
  } as const satisfies Record<string, (started: ReturnType<typeof start>) => unknown>

  test.each(Object.entries(leave))('%s takes a failed change and its form away', async (_, go) => {
    const started = start()
    const { ports, actor, now, shown } = started
    await shown()
    actor.send({ type: 'health.formOpened', form: { kind: 'record', vehicleId: 7 } })
    actor.send({ type: 'health.serviceChanged', change: CHANGE })
    await ports.serviceChange.latest().reject(AWAY)
    expect(selectChangeFailure(now())?.kind).toBe('away')
    await go(started)
    expect([selectServiceForm(now()), selectChangeFailure(now())]).toEqual([null, null])
  })

  test('a change that is still being stored goes on in another list, and says elsewhere why it failed', async () => {
    const { ports, actor, notices, now, shown } = start()
    await shown()
    actor.send({ type: 'health.serviceChanged', change: CHANGE })
    actor.send({ type: 'health.filterChosen', change: { vehicleId: 9 } })
    expect(ports.serviceChange.latest().signal.aborted).toBe(false)
    await ports.serviceChange.latest().reject(AWAY)
    expect([selectChangeFailure(now()), notices]).toMatchObject([null, [{ failure: { kind: 'away' } }]])
    actor.send({ type: 'health.serviceChanged', change: CHANGE })
    await ports.serviceChange.latest().reject(AWAY)
    expect([selectChangeFailure(now())?.kind, notices.length]).toEqual(['away', 1])
  })

  test.each([
    ['CUSTOMERADMIN', true, true],
    ['MANAGER', true, false],
    ['SUPPORT', false, false],
  ] as const)('OPEN-29 %s records services: %s, sets intervals: %s', async (role, records, sets) => {
    const { ports, actor, now, shown } = start(role)
    await shown()
    expect([selectMayRecord(now()), selectMaySetIntervals(now())]).toEqual([records, sets])
    actor.send({ type: 'health.formOpened', form: { kind: 'interval', vehicleId: 7 } })
    expect(selectServiceForm(now()) !== null).toBe(sets)
    actor.send({ type: 'health.formOpened', form: { kind: 'record', vehicleId: 7 } })
    expect(selectServiceForm(now()) !== null).toBe(records)
    actor.send({
      type: 'health.serviceChanged',
      change: { kind: 'interval', vehicleId: 7, interval: null, isConfirmed: false },
    })
    if (sets) await ports.serviceChange.latest().resolve()
    actor.send({ type: 'health.serviceChanged', change: CHANGE })
    expect(ports.serviceChange.calls).toHaveLength(Number(records) + Number(sets))
  })
})

describe('the levels of a vehicle (HLT-05)', () => {
  const opened = async () => {
    const started = start()
    await started.shown(filterOf({ tab: 'fluids' }))
    started.actor.send({ type: 'health.rowOpened', rowId: '7' })
    return started
  }

  test('are loaded when its row is opened, and given up when it is closed', async () => {
    const { ports, actor, now } = await opened()
    expect(ports.fluidLevels.latest().input).toEqual({ vehicleId: 7 })
    expect(selectAreLevelsLoading(now())).toBe(true)
    actor.send({ type: 'health.rowOpened', rowId: '9' })
    expect(ports.fluidLevels.calls.map(({ input, signal }) => [input.vehicleId, signal.aborted])).toEqual([
      [7, true],
      [9, false],
    ])
    await ports.fluidLevels.latest().resolve()
    expect(selectAreLevelsLoading(now())).toBe(false)
    actor.send({ type: 'health.rowOpened', rowId: '7' })
    actor.send({ type: 'health.rowClosed' })
    expect([ports.fluidLevels.latest().signal.aborted, selectAreLevelsLoading(now())]).toEqual([true, false])
  })

  test('that fail are loaded again on request, and another list drops them', async () => {
    const { ports, actor, now } = await opened()
    await ports.fluidLevels.latest().reject(AWAY)
    expect(selectLevelsFailure(now())?.kind).toBe('away')
    actor.send({ type: 'health.levelsRetried' })
    expect([selectLevelsFailure(now()), ports.fluidLevels.calls.length]).toEqual([null, 2])
    await ports.fluidLevels.latest().reject(AWAY)
    actor.send({ type: 'health.filterChosen', change: { vehicleId: 9 } })
    expect([selectLevelsFailure(now()), selectOpenRowId(now())]).toEqual([null, null])
  })

  test('of a link are loaded once the list is there', async () => {
    const { ports, now, open } = start()
    await open(filterOf({ tab: 'fluids' }), '7')
    expect([ports.fluidLevels.calls.length, selectAreLevelsLoading(now())]).toEqual([0, false])
    await ports.health.latest().resolve(FOUND)
    expect(ports.fluidLevels.latest().input).toEqual({ vehicleId: 7 })
    await open(filterOf({ tab: 'fluids' }), '9')
    expect(ports.fluidLevels.latest().input).toEqual({ vehicleId: 9 })
    await open(filterOf({ tab: 'fluids' }), null)
    expect([ports.fluidLevels.latest().signal.aborted, selectAreLevelsLoading(now())]).toEqual([true, false])
  })

  test('are of fluids alone', async () => {
    const { ports, actor, shown } = start()
    await shown()
    actor.send({ type: 'health.rowOpened', rowId: '7' })
    expect(ports.fluidLevels.calls).toEqual([])
  })
})
