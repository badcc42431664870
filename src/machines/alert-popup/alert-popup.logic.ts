import { ALERT_POPUP } from '#contract/constants.ts'
import { ALERTED_ROLES, type Role } from '#contract/roles.ts'
import type { CoveredAlerts, PopupAlert } from './alert-popup.ports.ts'

/** The most ids of shown alerts that are remembered: those of several full popups. */
const MAX_KNOWN = 5 * ALERT_POPUP.maxAlerts

/** Whether a role has alert polling and popups (SHL-55). */
export const isAlerted = (role: Role): boolean => ALERTED_ROLES.some((alerted) => alerted === role)

/** The alerts that were not known yet. */
export const newAlerts = (alerts: readonly PopupAlert[], known: readonly number[]): readonly PopupAlert[] => {
  const ids = new Set(known)
  return alerts.filter(({ alertId }) => !ids.has(alertId))
}

/** Those that the open list does not show; null: none is open. */
export const notCovered = (
  alerts: readonly PopupAlert[],
  covered: CoveredAlerts | null,
): readonly PopupAlert[] =>
  covered === null
    ? alerts
    : alerts.filter(
        ({ type, vehicleId, time }) =>
          (covered.type !== null && type !== covered.type) ||
          (covered.vehicleIds !== null && !covered.vehicleIds.includes(vehicleId)) ||
          time < covered.from ||
          (covered.to !== null && time >= covered.to),
      )

/** The known ids with those of an answer, the latest first. */
export const addKnown = (known: readonly number[], alerts: readonly PopupAlert[]): readonly number[] =>
  [...new Set([...alerts.map(({ alertId }) => alertId), ...known])].slice(0, MAX_KNOWN)

/** The popup's alerts with new ones, the newest first (OPEN-84). */
export const addAlerts = (
  shown: readonly PopupAlert[],
  added: readonly PopupAlert[],
): readonly PopupAlert[] =>
  [...added, ...shown].sort((a, b) => b.time - a.time).slice(0, ALERT_POPUP.maxAlerts)
