import type { SnapshotFrom } from 'xstate'
import type { dtcPopupMachine } from './dtc-popup.machine.ts'

type Snapshot = SnapshotFrom<typeof dtcPopupMachine>

/** How many trouble codes are set; null while the popup is closed. */
export const selectShownDtcs = (snapshot: Snapshot) =>
  snapshot.hasTag('open') ? snapshot.context.found : null
