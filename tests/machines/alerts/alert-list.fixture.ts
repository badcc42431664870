import { createActor } from 'xstate'
import { type AlertFilter, DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import type { AlertListAddress, AlertsSummary } from '#src/machines/alerts/alert-list.ports.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

/** What a request has found. */
export const FOUND: AlertsSummary = {
  shown: 2,
  total: 2,
  unacknowledged: 1,
  readAt: MODEL_NOW,
  range: { from: MODEL_NOW - DAY_MS, to: MODEL_NOW },
}
/** The failure of a server that is not reached. */
export const AWAY = { name: 'NetworkFailure', message: 'not reached' }
/** The default filter with a change. */
export const filterOf = (change: Partial<AlertFilter>): AlertFilter => ({
  ...DEFAULT_ALERT_FILTER,
  ...change,
})
/** An address of the list. */
export const addressOf = (
  filter: AlertFilter = DEFAULT_ALERT_FILTER,
  alertId: number | null = null,
): AlertListAddress => ({
  filter,
  alertId,
  hidden: [],
  now: MODEL_NOW,
  isPeriodInvalid: false,
})

/** The list of a role, with its ports. */
export const start = (role: Role = 'MANAGER') => {
  const notices: unknown[] = []
  const { ports, machines } = createShellFixture((_, notice) => notices.push(notice))
  const actor = createActor(machines.alertList, { input: { timeZone: DEFAULT_TIME_ZONE, role } }).start()
  const now = () => actor.getSnapshot()
  const open = async (address = addressOf()) => {
    actor.send({ type: 'alertList.opened' })
    await ports.alertAddress.latest().resolve(address)
  }
  const shown = async (address = addressOf()) => {
    await open(address)
    await ports.alerts.latest().resolve(FOUND)
  }
  return { actor, ports, notices, now, open, shown }
}
