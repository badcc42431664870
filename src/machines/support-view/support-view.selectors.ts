import type { SnapshotFrom } from 'xstate'
import type { supportViewMachine } from './support-view.machine.ts'

type Snapshot = SnapshotFrom<typeof supportViewMachine>

/** Whether there is anything of it to show. */
export const selectIsOffered = ({ context }: Snapshot) => context.isOffered
/** Every company, by name. */
export const selectCompanies = ({ context }: Snapshot) => context.companies
/** The users of the chosen company. */
export const selectCompanyUsers = ({ context }: Snapshot) => context.users
/** The chosen company; null: all of them. */
export const selectCompanyId = ({ context }: Snapshot) => context.companyId
/** The chosen user; null: the whole company. */
export const selectUserId = ({ context }: Snapshot) => context.userId
/** Whether a company can be chosen. */
export const selectCanChooseCompany = (snapshot: Snapshot) => snapshot.hasTag('listed')
/** Whether a user can be chosen. */
export const selectCanChooseUser = (snapshot: Snapshot) => snapshot.matches({ choosing: 'user' })
/** Whether companies or users are being loaded. */
export const selectIsLoadingNames = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Why companies or users could not be loaded. */
export const selectNamesFailure = ({ context }: Snapshot) => context.failure
