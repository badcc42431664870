import type { SnapshotFrom } from 'xstate'
import type { AlertFormContext, alertPreferencesForm, alertSettingsForm } from './alert-form.machine.ts'
import type { FormValues } from './alert-settings.ports.ts'

type Snapshot = SnapshotFrom<typeof alertSettingsForm> | SnapshotFrom<typeof alertPreferencesForm>

/** What the server has; null until it is loaded. */
export const selectSaved = <TValue>({ context }: { context: AlertFormContext<TValue> }) => context.saved
/** Whether the server's values are there. */
export const selectIsLoaded = ({ context }: Snapshot) => context.saved !== null
/** What the user has changed since. */
export const selectChanges = <TValue>({
  context,
}: {
  context: AlertFormContext<TValue>
}): FormValues<TValue> => context.changes
/** Why it was not loaded or not saved. */
export const selectFailure = ({ context }: Snapshot) => context.failure
/** Whether there is something to save. */
export const selectIsUnsaved = ({ context }: Snapshot) => Object.keys(context.changes).length > 0
/** Whether changes are being saved. */
export const selectIsSaving = (snapshot: Snapshot) => snapshot.hasTag('saving')
