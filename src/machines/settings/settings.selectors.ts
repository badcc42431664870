import type { SnapshotFrom } from 'xstate'
import { SCALING_ROLES } from '#contract/roles.ts'
import type { settingsMachine } from './settings.machine.ts'

type Snapshot = SnapshotFrom<typeof settingsMachine>

/** The tab that is open. */
export const selectTab = ({ context }: Snapshot) => context.tab
/** The user's role; the table of tabs lists its tabs. */
export const selectRole = ({ context }: Snapshot) => context.role
/** Whether a new password is being saved. */
export const selectIsSaving = (snapshot: Snapshot) => snapshot.hasTag('saving')
/** Why the password was not changed. */
export const selectPasswordFailure = ({ context }: Snapshot) => context.failure
/** Changes of the password so far. */
export const selectPasswordChanges = ({ context }: Snapshot) => context.changes
/** The administration of the ticker; undefined while its tab is not open. */
export const selectEditor = ({ children }: Snapshot) => children.editor
/** The mail outbox; undefined while its tab is not open. */
export const selectOutbox = ({ children }: Snapshot) => children.outbox
/** The undelivered notifications; undefined while their tab is not open. */
export const selectUndelivered = ({ children }: Snapshot) => children.undelivered
/** The import of positions. */
export const selectImport = ({ children }: Snapshot) => children.imports
/** The company's gateway; undefined while its tab is not open. */
export const selectGateway = ({ children }: Snapshot) => children.gateway
/** The scaling factors; undefined while their tab is not open. */
export const selectScaling = ({ children }: Snapshot) => children.scaling
/** The form of the alerts that the driving score counts; undefined while its tab is not open. */
export const selectScoredAlerts = ({ children }: Snapshot) => children.scoredAlerts
/** Whether the user may choose them, or only read them. */
export const selectMayScore = ({ context }: Snapshot) => SCALING_ROLES.some((role) => role === context.role)
/** The form of the alert settings; undefined while its tab is not open. */
export const selectAlertSettings = ({ children }: Snapshot) => children.alertSettings
/** The back-test beside it. */
export const selectBackTest = ({ children }: Snapshot) => children.backTest
/** The form of the notification preferences; undefined while its tab is not open. */
export const selectAlertPreferences = ({ children }: Snapshot) => children.alertPreferences
/** The user's own record beside it. */
export const selectContact = ({ children }: Snapshot) => children.contact
/** What support did in the user's name; undefined while its tab is not open. */
export const selectSupportChanges = ({ children }: Snapshot) => children.supportChanges
/** Whether the form of the open tab has unsaved changes. */
export const selectIsUnsaved = ({ context }: Snapshot) => context.isUnsaved
/** Whether the user is asked to discard them. */
export const selectIsAsking = ({ context }: Snapshot) => context.next !== null
