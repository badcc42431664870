import type { SnapshotFrom } from 'xstate'
import type { ScaledKpi } from '#domain/scaling.ts'
import { factorFault, factorOf } from './scaling.logic.ts'
import type { scalingMachine } from './scaling.machine.ts'

type Snapshot = SnapshotFrom<typeof scalingMachine>

/** What the server has; null until it is loaded. */
export const selectScales = ({ context }: Snapshot) => context.saved
/** Whether the user may set factors, or only read them. */
export const selectMaySet = (snapshot: Snapshot) => snapshot.matches('setting')
/** The factor in the field of a KPI; null until the factors are loaded. */
export const selectFactor =
  (kpi: ScaledKpi) =>
  ({ context: { saved, changes } }: Snapshot) =>
    saved === null ? null : factorOf(saved, changes, kpi)
/** What is wrong with the changed factor of a KPI; null if nothing is. */
export const selectFactorFault =
  (kpi: ScaledKpi) =>
  ({ context: { changes } }: Snapshot) => {
    const factor = changes[kpi]
    return factor === undefined ? null : factorFault(factor)
  }
/** Whether there are changes that are not saved. */
export const selectIsUnsaved = ({ context }: Snapshot) => Object.keys(context.changes).length > 0
/** Whether they are being saved. */
export const selectIsSaving = (snapshot: Snapshot) => snapshot.hasTag('saving')
/** Why the factors were not loaded or not saved. */
export const selectFailure = ({ context }: Snapshot) => context.failure
/** What changes are tried on; null until the user tries them. */
export const selectMeasured = ({ context }: Snapshot) => context.measured
/** Whether it is being loaded. */
export const selectIsMeasuring = (snapshot: Snapshot) => snapshot.hasTag('measuring')
/** Why it could not be. */
export const selectTrialFailure = ({ context }: Snapshot) => context.trialFailure
