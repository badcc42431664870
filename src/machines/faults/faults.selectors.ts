import type { SnapshotFrom } from 'xstate'
import type { faultsMachine } from './faults.machine.ts'

type Snapshot = SnapshotFrom<typeof faultsMachine>

/** Whether the environment does not allow faults. */
export const selectIsUnavailable = (snapshot: Snapshot) => snapshot.hasTag('unavailable')
/** Whether it is known which faults were on before, so that others can be turned on. */
export const selectIsReady = (snapshot: Snapshot) => snapshot.hasTag('ready')
/** Whether faults are on. */
export const selectIsOn = (snapshot: Snapshot) => snapshot.hasTag('on')
/** Whether faults are being turned on. */
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** The last settings; null if there are none yet. */
export const selectSettings = ({ context }: Snapshot) => context.settings
