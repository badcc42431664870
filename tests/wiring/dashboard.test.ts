import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type DashboardPlace, DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { wireDashboard } from '#src/wiring/dashboard.ts'
import type { MapServices } from '#src/wiring/member.ts'
import type { Page } from '#src/wiring/services.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'

const PLACE: DashboardPlace = { filter: DEFAULT_DASHBOARD_FILTER, layout: null, table: null, evidence: null }

test('DSH-01 what a widget asked for of the former scope is cancelled at the server, so that it cannot come late', async () => {
  const requests: Array<{ readonly period: string; readonly signal: AbortSignal }> = []
  const dashboardFigures = {
    loadChoices: async () => ({ groups: [] }),
    load: (request: { period: string }, signal: AbortSignal) => {
      requests.push({ period: request.period, signal })
      return new Promise(() => {})
    },
  } as unknown as MapServices['dashboardFigures']
  const dashboardPlace = {
    read: async () => ({ place: PLACE, keptLayout: null, isPeriodInvalid: false, now: MODEL_NOW }),
    keep: () => undefined,
  } as unknown as MapServices['dashboardPlace']
  const page = { window: { document: new EventTarget() } } as unknown as Page
  const dashboardMachine = wireDashboard(
    { dashboardFigures, dashboardPlace, serverNow: () => MODEL_NOW },
    page,
  )
  const dashboard = createActor(dashboardMachine, { input: { timeZone: DEFAULT_TIME_ZONE } }).start()
  dashboard.send({ type: 'dashboard.opened' })
  await settled()
  const before = [...requests]
  dashboard.send({ type: 'dashboard.filterChosen', change: { selectedPeriod: 'last30Days' } })
  await settled()
  expect(before.length).toBeGreaterThan(0)
  expect(before.map(({ signal }) => signal.aborted)).toEqual(before.map(() => true))
  expect(requests.slice(before.length).some(({ signal }) => signal.aborted)).toBe(false)
  dashboard.stop()
})
