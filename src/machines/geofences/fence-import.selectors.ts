import type { SnapshotFrom } from 'xstate'
import type { fenceImportMachine } from './fence-import.machine.ts'

type Snapshot = SnapshotFrom<typeof fenceImportMachine>

export const selectFileName = ({ context }: Snapshot) => context.fileName
/** What the file holds; null until it is read. */
export const selectFile = ({ context }: Snapshot) => context.file
export const selectOffers = ({ context }: Snapshot) => context.offers
export const selectImportChoices = ({ context }: Snapshot) => context.choices
export const selectIsReading = (snapshot: Snapshot) => snapshot.hasTag('reading')
export const selectIsSaving = (snapshot: Snapshot) => snapshot.hasTag('saving')
/** Whether all chosen fences were saved or refused. */
export const selectIsEnded = (snapshot: Snapshot) => snapshot.hasTag('ended')
/** Why the file was not read, or the saving was stopped. */
export const selectImportFailure = ({ context }: Snapshot) => context.failure
