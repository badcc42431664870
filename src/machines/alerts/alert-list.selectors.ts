import type { SnapshotFrom } from 'xstate'
import { OPERATOR_ROLES } from '#contract/roles.ts'
import type { alertListMachine } from './alert-list.machine.ts'

type Snapshot = SnapshotFrom<typeof alertListMachine>

/** What the list shows (ALR-34). */
export const selectAlertFilter = ({ context }: Snapshot) => context.filter
/** Rows, total and unacknowledged alerts; null until the first reply for the filter. */
export const selectAlertsFound = ({ context }: Snapshot) => context.found
/** Whether alerts are loading, other than for a refresh (SHL-50). */
export const selectAreAlertsLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Why the alerts could not be loaded or refreshed; null while all is well. */
export const selectAlertsFailure = ({ context }: Snapshot) => context.failure
/** The alert in the panel; null while it is closed. */
export const selectOpenAlertId = ({ context }: Snapshot) => context.alertId
/** Whether the evidence is loading, and why it could not be loaded. */
export const selectIsEvidenceLoading = (snapshot: Snapshot) => snapshot.hasTag('panelLoading')
export const selectEvidenceFailure = ({ context }: Snapshot) => context.evidenceFailure
/** The groups and types to choose from; null until they are loaded. */
export const selectAlertChoices = ({ context }: Snapshot) => context.choices
export const selectDidChoicesFail = (snapshot: Snapshot) => snapshot.hasTag('choicesFailed')
/** The column that the rows are sorted by; null for the order of the reply. */
export const selectAlertSort = ({ context }: Snapshot) => context.sort
/** Columns that the user has put away. */
export const selectHiddenColumns = ({ context }: Snapshot) => context.hidden
/** Alerts chosen to be acknowledged together. */
export const selectCheckedAlerts = ({ context }: Snapshot) => context.checked
/** Whether the user's role may acknowledge alerts (OPEN-29). */
export const selectMayAcknowledge = ({ context }: Snapshot) =>
  OPERATOR_ROLES.some((role) => role === context.role)
export const selectIsAcknowledging = (snapshot: Snapshot) => snapshot.hasTag('acknowledging')
/** The actor of the date pickers; undefined while the list is closed. */
export const selectAlertRange = ({ children }: Snapshot) => children.range
