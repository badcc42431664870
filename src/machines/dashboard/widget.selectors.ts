import type { SnapshotFrom } from 'xstate'
import type { widgetMachine } from './widget.machine.ts'

type Snapshot = SnapshotFrom<typeof widgetMachine>

/** What is known of the answer that may be shown; null while there is none. */
export const selectHeld = ({ context }: Snapshot) => context.held
/** Whether an answer is awaited. */
export const selectIsLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whose figures are shown. */
export const selectScope = ({ context }: Snapshot) => context.request?.scope.filterBy ?? 'Fleet'
/** Whether a chosen vehicle is gone, or not the user's. */
export const selectIsGone = ({ context: { failure, request } }: Snapshot) =>
  failure?.code === 'notFound' && request?.scope.filterBy === 'Vehicle'
/** Why the last request failed; null while all is well. */
export const selectWidgetFailure = ({ context }: Snapshot) => context.failure
