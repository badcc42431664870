import type { SnapshotFrom } from 'xstate'
import type { healthMachine } from './health.machine.ts'
import { mayRecord, maySetIntervals } from './health.setup.ts'

type Snapshot = SnapshotFrom<typeof healthMachine>

/** The tab and its filter. */
export const selectHealthFilter = ({ context }: Snapshot) => context.filter
/** The actor of the date pickers; undefined while the screen is closed. */
export const selectHealthRange = ({ children }: Snapshot) => children.range
/** How many rows there are; null until the first reply for the filter. */
export const selectHealthFound = ({ context }: Snapshot) => context.found
/** Whether the list is loading (SHL-50). */
export const selectIsHealthLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Why the list could not be loaded; null while all is well. */
export const selectHealthFailure = ({ context }: Snapshot) => context.failure
/** The groups to choose from; null until they are loaded. */
export const selectHealthChoices = ({ context }: Snapshot) => context.choices
export const selectDidHealthChoicesFail = (snapshot: Snapshot) => snapshot.hasTag('choicesFailed')
/** The row in the panel; null while it is closed. */
export const selectOpenRowId = ({ context }: Snapshot) => context.rowId
/** Whether the levels of the vehicle in the panel are loading, and why they could not be loaded. */
export const selectAreLevelsLoading = (snapshot: Snapshot) => snapshot.hasTag('levelsLoading')
export const selectLevelsFailure = ({ context }: Snapshot) => context.levelsFailure
/** The form that is open; null for none. */
export const selectServiceForm = ({ context }: Snapshot) => context.form
/** Whether a change of a service is being stored, and why the last one was not. */
export const selectIsChangingService = (snapshot: Snapshot) => snapshot.hasTag('changing')
export const selectChangeFailure = ({ context }: Snapshot) => context.changeFailure
/** The vehicle whose service was recorded last in this list; null after anything else. */
export const selectRecordedId = ({ context }: Snapshot) => context.recordedId
/** Whether the user's role may record services, and set intervals (OPEN-29). */
export const selectMayRecord = ({ context }: Snapshot) => mayRecord(context.role)
export const selectMaySetIntervals = ({ context }: Snapshot) => maySetIntervals(context.role)
