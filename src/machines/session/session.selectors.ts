import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from './session.machine.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** The logged-in user. */
export const selectUser = (snapshot: Snapshot) => snapshot.context.user
/** Whether a user is logged in, also while the token is renewed. */
export const selectIsSignedIn = (snapshot: Snapshot) => snapshot.hasTag('signedIn')
/** Whether a login is in progress. */
export const selectIsLoggingIn = (snapshot: Snapshot) => snapshot.matches({ signedOut: 'loggingIn' })
/** Whether the page is being left for the identity provider. */
export const selectIsLeaving = (snapshot: Snapshot) => snapshot.matches({ signedOut: 'leaving' })
/** Why the last login failed. */
export const selectLogInFailure = (snapshot: Snapshot) => snapshot.context.failure
/** Whether calls must wait for a newer token (SES-21). */
export const selectHoldsCalls = (snapshot: Snapshot) => snapshot.hasTag('holding')
/** Whether the identity cannot be reached at the moment; the session continues (CONFLICT-39). */
export const selectIsReconnecting = (snapshot: Snapshot) => snapshot.hasTag('reconnecting')
