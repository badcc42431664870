import type { SnapshotFrom } from 'xstate'
import type { maintenanceMachine } from './maintenance.machine.ts'

type Snapshot = SnapshotFrom<typeof maintenanceMachine>

/** Whether the notice shows (TCK-12). */
export const selectIsOn = ({ context }: Snapshot) => context.isOn
/** Whether a press on the switch is being saved. */
export const selectIsSaving = (snapshot: Snapshot) => snapshot.hasTag('saving')
