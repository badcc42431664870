import type { SnapshotFrom } from 'xstate'
import type { liveLinksMachine } from './live-links.machine.ts'

type Snapshot = SnapshotFrom<typeof liveLinksMachine>

/** The open dialog; null while none is. */
export const selectLinksDialog = (snapshot: Snapshot): 'form' | 'made' | 'list' | null =>
  (['form', 'made', 'list'] as const).find((tag) => snapshot.hasTag(tag)) ?? null
/** What the open form shares. */
export const selectShareSubject = ({ context }: Snapshot) => context.subject
/** The form as it is filled in. */
export const selectShareForm = ({ context }: Snapshot) => context.form
/** The geofences to choose from; null until they are loaded. */
export const selectFenceChoices = ({ context }: Snapshot) => context.fences
/** Whether the geofences could not be loaded. */
export const selectHasNoFences = ({ context }: Snapshot) => context.hasNoFences
/** The link that was just made. */
export const selectMadeId = ({ context }: Snapshot) => context.madeId
/** The links; null until they are loaded. */
export const selectShares = ({ context }: Snapshot) => context.shares
/** Whether the list is being loaded, other than for a refresh. */
export const selectAreLinksLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whether the server is making or changing a link. */
export const selectIsLinkBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** The change that the user is asked about, or that is under way; null while there is none. */
export const selectShareChange = ({ context }: Snapshot) => context.change
/** Why the last request failed; null while all is well. */
export const selectLinksFailure = ({ context }: Snapshot) => context.failure
