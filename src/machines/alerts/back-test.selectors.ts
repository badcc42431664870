import type { SnapshotFrom } from 'xstate'
import type { backTestMachine } from './back-test.machine.ts'

type Snapshot = SnapshotFrom<typeof backTestMachine>

/** The answers so far, by setting. */
export const selectResults = ({ context }: Snapshot) => context.results
/** The setting that is being tested; null for none. */
export const selectRunningId = (snapshot: Snapshot) =>
  snapshot.hasTag('running') ? snapshot.context.setting : null
/** The setting that could not be tested; null for none. */
export const selectFailedId = ({ context }: Snapshot) => (context.failure === null ? null : context.setting)
/** Why it could not be tested. */
export const selectBackTestFailure = ({ context }: Snapshot) => context.failure
