import { getAlertNotificationDetails } from '#contract/calls/alerts.ts'
import { ALERT_POPUP, SELECTION } from '#contract/constants.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { toPayloadTime } from '#domain/ist.ts'
import type { PopupAlert } from '#src/machines/alert-popup/alert-popup.ports.ts'
import { withBody } from '../http/answer.ts'
import type { Http } from '../http/http.ts'

/** The alerts that a poll found: the newest ones, the newest first, how many there are in all, and when the server read them (ms UTC). */
export type PolledAlerts = {
  readonly alerts: readonly PopupAlert[]
  readonly count: number
  readonly readAt: number | null
}

/** Asks for the alerts stored between two times, ms since 1970 UTC. Errors: those of a query. */
export type AlertPoll = (
  range: { readonly from: number; readonly to: number },
  signal?: AbortSignal,
) => Promise<PolledAlerts>

/**
 * The call of the alert poll (API-100), which nobody reads failures of (SES-51). It is for the vehicles of the dropdown; where that has
 * none, or more than a request can name, for all of the user's (ALR-37, OPEN-52).
 */
export const createAlertPoll =
  ({
    http,
    vehicleIds,
  }: {
    http: Pick<Http, 'send'>
    /** The vehicles of the dropdown. */
    vehicleIds: () => readonly number[]
  }): AlertPoll =>
  async ({ from, to }, signal) => {
    const ids = vehicleIds()
    const body = {
      groupNames: [],
      fromTsInIST: toPayloadTime(from),
      toTsInIST: toPayloadTime(to),
      reportNames: Object.keys(ALERT_NAME),
      vehicleIds: ids.length > SELECTION.max ? [] : [...ids],
    }
    const answer = await http.send(getAlertNotificationDetails, { body, isSilent: true }, signal)
    // An answer without any type has no alerts.
    if (answer.kind === 'empty') return { alerts: [], count: 0, readAt: null }
    const { body: byType, sentAt } = withBody(answer)
    const alerts = Object.values(byType)
      .flat()
      .map(({ alertId, type, vehicleId, RegistrationNumber, time }) => ({
        alertId,
        type,
        vehicleId,
        registration: RegistrationNumber,
        time,
      }))
      .sort((a, b) => b.time - a.time || b.alertId - a.alertId)
    return { alerts: alerts.slice(0, ALERT_POPUP.maxAlerts), count: alerts.length, readAt: sentAt }
  }
