import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import { requestOf } from '#src/machines/dashboard/dashboard.logic.ts'
import type { FiguresRequest, HeldFigures } from '#src/machines/dashboard/dashboard.ports.ts'
import { widgetMachine } from '#src/machines/dashboard/widget.machine.ts'
import { selectHeld, selectIsLoading, selectWidgetFailure } from '#src/machines/dashboard/widget.selectors.ts'
import { MODEL_CLOCK, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { controlledPromise, simulatedClock } from '#tests/kit/machines/controlled-ports.ts'

const WEEK = requestOf('MILAGE_DAILY', DEFAULT_DASHBOARD_FILTER, MODEL_CLOCK)
const MONTH = requestOf(
  'MILAGE_DAILY',
  { ...DEFAULT_DASHBOARD_FILTER, selectedPeriod: 'last30Days' },
  MODEL_CLOCK,
)
const HELD: HeldFigures = { answeredAt: MODEL_NOW, pendingDays: 0, waitingDays: 0 }
const AWAY = { name: 'NetworkFailure', message: '' }

const start = () => {
  const figures = controlledPromise<HeldFigures, FiguresRequest>()
  const clock = simulatedClock()
  const actor = createActor(widgetMachine.provide({ actors: { loadFigures: figures.logic } }), { clock })
  actor.start()
  const shown = () => {
    const snapshot = actor.getSnapshot()
    return [
      selectHeld(snapshot)?.answeredAt ?? null,
      selectIsLoading(snapshot),
      selectWidgetFailure(snapshot)?.kind ?? null,
    ]
  }
  return { actor, figures, clock, shown }
}

test('DSH-01 another scope drops the answer at once, and an answer out of order never shows', async () => {
  const { actor, figures, shown } = start()
  actor.send({ type: 'widget.load', request: WEEK })
  const first = figures.latest()
  actor.send({ type: 'widget.load', request: MONTH })
  expect(first.signal.aborted).toBe(true)
  const second = figures.latest()
  expect(second.input.timeDiffGreaterThan7Days).toBe(true)
  await second.resolve({ ...HELD, answeredAt: 2 })
  await first.resolve({ ...HELD, answeredAt: 1 })
  expect(shown()).toEqual([2, false, null])
  actor.send({ type: 'widget.load', request: WEEK })
  expect(shown()).toEqual([null, true, null])
})

test('the same request is not sent twice', () => {
  const { actor, figures } = start()
  actor.send({ type: 'widget.load', request: WEEK })
  actor.send({ type: 'widget.load', request: { ...WEEK } })
  expect(figures.calls).toHaveLength(1)
})

test('a refresh keeps the answer until the next, also when it fails; Retry asks again', async () => {
  const { actor, figures, shown } = start()
  actor.send({ type: 'widget.load', request: WEEK })
  await figures.latest().resolve(HELD)
  actor.send({ type: 'widget.refreshDue' })
  expect(shown()).toEqual([MODEL_NOW, true, null])
  await figures.latest().reject(AWAY)
  expect(shown()).toEqual([MODEL_NOW, false, 'away'])
  actor.send({ type: 'widget.retry' })
  await figures.latest().resolve({ ...HELD, answeredAt: MODEL_NOW + 1 })
  expect(shown()).toEqual([MODEL_NOW + 1, false, null])
  expect(figures.calls).toHaveLength(3)
})

test.each([1, 3])(
  'while %i days are still being derived the figures are asked for again',
  async (pendingDays) => {
    const { actor, figures, clock } = start()
    actor.send({ type: 'widget.load', request: WEEK })
    await figures.latest().resolve({ ...HELD, pendingDays })
    expect(figures.calls).toHaveLength(1)
    clock.increment(29_999)
    expect(figures.calls, 'the server has other things to do meanwhile').toHaveLength(1)
    clock.increment(1)
    expect(figures.calls).toHaveLength(2)
    await figures.latest().resolve(HELD)
    clock.increment(60_000)
    expect(figures.calls).toHaveLength(2)
  },
)

test('B12 figures of days that are still being added up are shown, and asked for again', async () => {
  const { actor, figures, clock, shown } = start()
  actor.send({ type: 'widget.load', request: WEEK })
  await figures.latest().resolve({ ...HELD, waitingDays: 3 })
  expect(shown()).toEqual([MODEL_NOW, false, null])
  clock.increment(30_000)
  expect(figures.calls).toHaveLength(2)
  await figures.latest().resolve(HELD)
  clock.increment(60_000)
  expect(figures.calls).toHaveLength(2)
})

test('a hidden widget ends what it awaits and asks for nothing', () => {
  const { actor, figures, shown } = start()
  actor.send({ type: 'widget.load', request: WEEK })
  actor.send({ type: 'widget.load', request: null })
  expect(figures.latest().signal.aborted).toBe(true)
  expect(shown()).toEqual([null, false, null])
  actor.send({ type: 'widget.refreshDue' })
  expect(figures.calls).toHaveLength(1)
})
