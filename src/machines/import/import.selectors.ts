import type { SnapshotFrom } from 'xstate'
import type { ImportQuestion } from '#contract/records/position-import.ts'
import { isRead, shareOf } from './import.logic.ts'
import type { importMachine } from './import.machine.ts'

const NO_QUESTIONS: readonly ImportQuestion[] = []
type Snapshot = SnapshotFrom<typeof importMachine>

/** What the import is doing: the view has one part for each. */
export type ImportStep =
  | 'loading'
  | 'choosing'
  | 'sending'
  | 'working'
  | 'checked'
  | 'ended'
  | 'left'
  | 'unread'

const STEPS = ['loading', 'choosing', 'sending', 'working', 'checked', 'ended', 'left'] as const

export const selectStep = (snapshot: Snapshot): ImportStep =>
  STEPS.find((step) => snapshot.hasTag(step)) ?? 'unread'
/** The upload as the server knows it. */
export const selectUpload = ({ context }: Snapshot) => context.upload
export const selectChoices = ({ context }: Snapshot) => context.choices
export const selectFailure = ({ context }: Snapshot) => context.failure
/** Whether a call is under way after which something else is shown; buttons wait. */
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** Whether sending was interrupted and can go on. */
export const selectIsBroken = (snapshot: Snapshot) => snapshot.matches('broken')
/** The file that was picked and cannot be sent, because it is empty or too large; null otherwise. */
export const selectBadFile = ({ context: { file, isTooLarge } }: Snapshot) =>
  file !== null && (isTooLarge || file.bytes === 0) ? file : null
/** Whether the choices differ from those that the preview was made with. */
export const selectIsChanged = ({ context: { upload, choices } }: Snapshot) => !isRead(upload, choices)
/** What the check left to the user to say before the import. */
export const selectQuestions = ({ context: { upload } }: Snapshot) =>
  upload?.result?.questions ?? NO_QUESTIONS
/** Whether the check found something to import with these choices, and nothing to ask. */
export const selectMayStart = (snapshot: Snapshot) =>
  snapshot.matches('checked') &&
  !selectIsChanged(snapshot) &&
  selectQuestions(snapshot).length === 0 &&
  (snapshot.context.upload?.result?.stored ?? 0) > 0
/** How much of the file was sent, 0 to 1. */
export const selectSent = ({ context: { upload } }: Snapshot) =>
  shareOf(upload?.received ?? 0, upload?.bytes ?? 0)
/** How far the server is with reading or storing, 0 to 1. */
export const selectDone = ({ context: { upload } }: Snapshot) =>
  shareOf(upload?.progress.done ?? 0, upload?.progress.of ?? 0)
