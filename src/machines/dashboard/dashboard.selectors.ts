import type { SnapshotFrom } from 'xstate'
import type { DashboardWidget } from '#domain/dashboard.ts'
import { layoutOf } from './dashboard.logic.ts'
import type { dashboardMachine } from './dashboard.machine.ts'

type Snapshot = SnapshotFrom<typeof dashboardMachine>

/** Whose figures of which period are shown (DSH-04). */
export const selectDashboardFilter = ({ context }: Snapshot) => context.place.filter
/** Which widgets are shown and which are hidden. */
export const selectLayout = ({ context }: Snapshot) => layoutOf(context)
/** The widget whose figures are shown as a table; null for none. */
export const selectTable = ({ context }: Snapshot) => context.place.table
/** What is open of the vehicles, trips and hours behind a figure; null for nothing. */
export const selectEvidence = ({ context }: Snapshot) => context.place.evidence
/** The clock when the figures were last requested (ms UTC); 0 until the dashboard is open. */
export const selectRequestedAt = ({ context }: Snapshot) => context.now
/** The groups to choose from; null until they are loaded. */
export const selectDashboardChoices = ({ context }: Snapshot) => context.choices
export const selectDidDashboardChoicesFail = (snapshot: Snapshot) => snapshot.hasTag('choicesFailed')
/** Whether the address is still being read. */
export const selectIsOpening = (snapshot: Snapshot) => snapshot.hasTag('opening')
/** Whether the address could not be read. */
export const selectIsUnread = (snapshot: Snapshot) => snapshot.hasTag('unread')
/** The actor of a widget, or of the rows behind a figure; undefined while the dashboard is closed. */
export const selectWidget =
  (name: DashboardWidget | 'rows') =>
  ({ children }: Snapshot) =>
    children[name]
