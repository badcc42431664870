import { expect, test, vi } from 'vitest'
import { NO_FIGURES } from '#domain/figures.ts'
import type { FiguresRepository } from '#server/figures/figures.repository.ts'
import { createFigures, type FiguresQuestion, type FiguresService } from '#server/figures/figures.service.ts'

const never = () => new AbortController().signal
const range = (fromDay: string, toDay: string) => ({
  companyId: 1,
  vehicleIds: [7],
  range: { fromDay, toDay },
})
const question: FiguresQuestion = {
  owner: { companyId: 1, userId: 1 },
  query: range('2026-11-14', '2026-11-20'),
  before: range('2026-11-07', '2026-11-13'),
  ...{ timeZone: 'Asia/Kolkata', days: ['2026-11-14', '2026-11-20'], hours: 168, hoursBefore: 168 },
  ...{ from: 0, to: 1 },
}

/** The reads that add up rows, by the query behind each. */
const READS = {
  summary: (figures: FiguresService) => figures.summaryOf(question, never()),
  byDriver: (figures: FiguresService) => figures.byDriver(question, never()),
  byVehicle: (figures: FiguresService) => figures.byVehicleBefore(question, never()),
  fuelEconomies: (figures: FiguresService) => figures.fuelEconomiesBefore(question, never()),
  hours: (figures: FiguresService) => figures.hoursOf(question, never()),
} as const

test.each(Object.entries(READS))('two who ask the same at once share one query: %s', async (name, read) => {
  const queries: string[] = []
  const summary = { byVehicle: new Map(), byDay: new Map(), before: NO_FIGURES }
  const repository = new Proxy(
    {},
    {
      get: (_, query: string) => async () => {
        queries.push(query)
        return query === 'summary' ? summary : query === 'pending' ? { storedDays: 0, openDays: [] } : []
      },
    },
  ) as FiguresRepository
  const figures = createFigures({
    figures: repository,
    backlog: { asOf: () => 0, waitingDays: () => new Set() },
    vehiclesOf: async () => [7],
    scalesOf: async () => ({}),
    now: () => 0,
  })
  const [one, other] = await Promise.all([read(figures), read(figures)])
  expect(queries.filter((query) => query === name)).toEqual([name])
  expect(other).toEqual(one)
})

test('who asks what another user waits for has a turn of their own', async () => {
  const begun: string[] = []
  const release: Array<() => void> = []
  const repository = {
    byDriver: ({ range }: FiguresQuestion['query']) =>
      new Promise((resolve) => {
        begun.push('fromDay' in range ? range.fromDay : '')
        release.push(() => resolve([]))
      }),
  } as unknown as FiguresRepository
  const figures = createFigures({
    figures: repository,
    backlog: { asOf: () => 0, waitingDays: () => new Set() },
    vehiclesOf: async () => [7],
    scalesOf: async () => ({}),
    now: () => 0,
  })
  const ask = (userId: number, fromDay: string) =>
    figures.byDriver(
      { ...question, owner: { companyId: 1, userId }, query: range(fromDay, '2026-11-20') },
      never(),
    )
  const many = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'].map((day) => ask(1, day))
  await vi.waitFor(() => expect(begun).toEqual(['2026-11-10', '2026-11-11']), 20_000)
  const other = ask(2, '2026-11-13')
  await vi.waitFor(() => expect(begun).toEqual(['2026-11-10', '2026-11-11', '2026-11-13']), 20_000)
  release[2]?.()
  await other
  for (const end of release) end()
  await vi.waitFor(() => expect(begun).toHaveLength(4), 20_000)
  for (const end of release) end()
  await Promise.all(many)
  expect(begun.filter((day) => day === '2026-11-13')).toHaveLength(1)
})
