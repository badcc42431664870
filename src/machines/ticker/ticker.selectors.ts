import type { SnapshotFrom } from 'xstate'
import { indexAt, type Message } from './ticker.logic.ts'
import type { tickerMachine } from './ticker.machine.ts'

type Snapshot = SnapshotFrom<typeof tickerMachine>

/** Every message, newest first. */
export const selectMessages = ({ context }: Snapshot): readonly Message[] => context.messages
/** Whether the carousel is on the page; never without messages. */
export const selectIsShown = (snapshot: Snapshot) =>
  snapshot.hasTag('open') && snapshot.context.messages.length > 0
/** Steps of the carousel so far. */
export const selectPlace = ({ context }: Snapshot) => context.place
/** Index of the message shown now; 0 without messages. */
export const selectIndex = ({ context: { place, messages } }: Snapshot) => indexAt(place, messages.length)
/** Whether the carousel waits because it is pointed at or focused (TCK-06). */
export const selectIsPaused = (snapshot: Snapshot) => snapshot.matches({ open: { carousel: 'paused' } })
/** Whether the dialog with all messages is open (TCK-04, TCK-05). */
export const selectIsDialogOpen = (snapshot: Snapshot) => snapshot.hasTag('dialog')
/** Whether only OKAY closes the dialog (TCK-05). */
export const selectMustAcknowledge = (snapshot: Snapshot) =>
  snapshot.matches({ open: { dialog: { shown: 'reminding' } } })
