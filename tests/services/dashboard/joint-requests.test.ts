import { expect, test, vi } from 'vitest'
import { type DashboardFilter, DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import { DASHBOARD_WIDGETS } from '#domain/dashboard.ts'
import { changedFilter, requestOf, rowsRequestOf } from '#src/machines/dashboard/dashboard.logic.ts'
import type { FiguresRequest } from '#src/machines/dashboard/dashboard.ports.ts'
import { MODEL_CLOCK } from '#src/machines/date-range/date-range.model.ts'
import { createJointRequests } from '#src/services/dashboard/joint-requests.ts'

type Answers = Partial<Record<FiguresRequest['source'], string>>

const request = (source: FiguresRequest['source'], change: Partial<DashboardFilter> = {}) =>
  requestOf(source, changedFilter(DEFAULT_DASHBOARD_FILTER, change), MODEL_CLOCK)

/** The request builder, and what it sent: together, and alone. `answer` is that to a joint request. */
const create = (
  answer: (sources: readonly FiguresRequest['source'][], signal: AbortSignal) => Promise<Answers> = async (
    sources,
  ) => Object.fromEntries(sources.map((source) => [source, `joint ${source}`])),
) => {
  const together: Array<{ sources: FiguresRequest['source'][]; signal: AbortSignal }> = []
  const alone: FiguresRequest['source'][] = []
  const ask = createJointRequests<string>({
    together: (requests, signal) => {
      const sources = requests.map(({ source }) => source)
      together.push({ sources, signal })
      return answer(sources, signal)
    },
    alone: async ({ source }) => {
      alone.push(source)
      return `alone ${source}`
    },
  })
  return { ask, alone, together, sources: () => together.map(({ sources }) => sources) }
}

test('DSH-02 what all widgets ask for in one turn is one request', async () => {
  const { ask, alone, sources } = create()
  const answers = await Promise.all(DASHBOARD_WIDGETS.map((source) => ask(request(source))))
  expect(answers).toEqual(DASHBOARD_WIDGETS.map((source) => `joint ${source}`))
  expect([sources(), alone]).toEqual([[[...DASHBOARD_WIDGETS]], []])
})

test('another scope or period is another request; one widget by itself, and the rows behind a figure, have their own calls', async () => {
  const { ask, alone, sources } = create()
  const month = { selectedPeriod: 'last30Days' } as const
  const evidence = { widget: 'MILAGE_DAILY', day: null, days: 1, part: null, vehicleId: null } as const
  await Promise.all([
    ...(['SPEED_BAND', 'RPM_BAND'] as const).flatMap((source) => [
      ask(request(source)),
      ask(request(source, month)),
    ]),
    ask(request('SPEED_BAND', { filterBy: 'Vehicle', selectedVehicleIds: [5] })),
    ask(rowsRequestOf(evidence, DEFAULT_DASHBOARD_FILTER, MODEL_CLOCK)),
  ])
  expect(sources()).toEqual([
    ['SPEED_BAND', 'RPM_BAND'],
    ['SPEED_BAND', 'RPM_BAND'],
  ])
  expect(alone.toSorted()).toEqual(['SPEED_BAND', 'rows'])
  await ask(request('RPM_BAND'))
  expect(alone.at(-1)).toBe('RPM_BAND')
})

test('an answer that the joint one lacks, having failed or being late, is asked for by its own call', async () => {
  const { ask, alone } = create(async () => ({ RPM_BAND: 'joint RPM_BAND' }))
  const answers = await Promise.all([ask(request('SPEED_BAND')), ask(request('RPM_BAND'))])
  expect(answers).toEqual(['alone SPEED_BAND', 'joint RPM_BAND'])
  expect(alone).toEqual(['SPEED_BAND'])
})

test('a request that fails is the failure of each, and the next turn asks anew', async () => {
  let tries = 0
  const { ask, alone, sources } = create(async () => {
    tries += 1
    if (tries === 1) throw new Error('away')
    return { RPM_BAND: 'now', SPEED_BAND: 'now' }
  })
  const both = () => Promise.allSettled([ask(request('SPEED_BAND')), ask(request('RPM_BAND'))])
  expect((await both()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await both()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect([sources().length, alone]).toEqual([2, []])
})

test('who leaves ends nothing for the others; once all have left, the request is aborted', async () => {
  const { ask, together } = create(() => new Promise(() => {}))
  const leaving = [new AbortController(), new AbortController()] as const
  const pending = (['SPEED_BAND', 'RPM_BAND'] as const).map((source, i) =>
    ask(request(source), leaving[i]?.signal),
  )
  await vi.waitFor(() => expect(together).toHaveLength(1))
  leaving[0].abort()
  await expect(pending[0]).rejects.toMatchObject({ name: 'AbortError' })
  expect(together[0]?.signal.aborted).toBe(false)
  leaving[1].abort()
  await expect(pending[1]).rejects.toMatchObject({ name: 'AbortError' })
  expect(together[0]?.signal.aborted).toBe(true)
})

test('who leaves before the request is sent is not in it, and one that all left is begun anew', async () => {
  const { ask, sources, together } = create()
  const left = new AbortController()
  const gone = [ask(request('SPEED_BAND'), left.signal), ask(request('RPM_BAND'), left.signal)]
  const refused = Promise.allSettled(gone)
  left.abort()
  await Promise.all([ask(request('DRIVING_SCORE')), ask(request('FLEET_INSIGHTS'))])
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(sources()).toEqual([['DRIVING_SCORE', 'FLEET_INSIGHTS']])
  expect(together[0]?.signal.aborted).toBe(false)
  await expect(ask(request('SPEED_BAND'), left.signal)).rejects.toMatchObject({ name: 'AbortError' })
})
