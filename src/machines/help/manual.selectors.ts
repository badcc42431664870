import type { SnapshotFrom } from 'xstate'
import type { manualMachine } from './manual.machine.ts'

/** Whether the manual is being downloaded. */
export const selectIsLoading = (snapshot: SnapshotFrom<typeof manualMachine>) => snapshot.hasTag('busy')
