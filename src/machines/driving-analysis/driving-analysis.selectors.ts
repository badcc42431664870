import type { SnapshotFrom } from 'xstate'
import type { drivingAnalysisMachine } from './driving-analysis.machine.ts'

type Snapshot = SnapshotFrom<typeof drivingAnalysisMachine>

/** The report and its filter (RPT-05). */
export const selectDrivingFilter = ({ context }: Snapshot) => context.filter
/** What was found for the filter; null until the first reply. */
export const selectDrivingFound = ({ context }: Snapshot) => context.found
/** Whether scores are loading (SHL-50). */
export const selectAreScoresLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Why the scores could not be loaded; null while all is well. */
export const selectScoresFailure = ({ context }: Snapshot) => context.failure
/** Whether the trend is loading, and why it could not be loaded. */
export const selectIsTrendLoading = (snapshot: Snapshot) => snapshot.hasTag('trendLoading')
export const selectTrendFailure = ({ context }: Snapshot) => context.trendFailure
/** The score that is opened into its parts; null while none is. */
export const selectOpenScore = ({ context }: Snapshot) => context.open
/** Whether incidents are loading, and why they could not be loaded. */
export const selectAreIncidentsLoading = (snapshot: Snapshot) => snapshot.hasTag('incidentsLoading')
export const selectIncidentsFailure = ({ context }: Snapshot) => context.incidentsFailure
/** The groups to choose from; null until they are loaded. */
export const selectDrivingChoices = ({ context }: Snapshot) => context.choices
export const selectDidDrivingChoicesFail = (snapshot: Snapshot) => snapshot.hasTag('choicesFailed')
/** The actor of the date pickers; undefined while the analysis is closed. */
export const selectDrivingRange = ({ children }: Snapshot) => children.range
