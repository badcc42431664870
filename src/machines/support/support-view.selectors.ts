import type { SnapshotFrom } from 'xstate'
import type { supportViewMachine } from './support-view.machine.ts'

type Snapshot = SnapshotFrom<typeof supportViewMachine>

/** Whether there is anything of it to show. */
export const selectIsOffered = ({ context }: Snapshot) => context.isOffered
/** The actor that asks for every company. */
export const selectCompanies = ({ children }: Snapshot) => children.companies
/** The actor that asks for the users of the chosen company. */
export const selectCompanyUsers = ({ children }: Snapshot) => children.users
/** The chosen company; null: all of them. */
export const selectCompanyId = ({ context }: Snapshot) => context.companyId
/** The chosen user; null: the whole company. */
export const selectUserId = ({ context }: Snapshot) => context.userId
