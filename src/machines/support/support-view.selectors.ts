import type { SnapshotFrom } from 'xstate'
import type { supportViewMachine } from './support-view.machine.ts'

type Snapshot = SnapshotFrom<typeof supportViewMachine>

/** Whether this visitor has the support view. */
export const selectIsOffered = ({ context }: Snapshot) => context.isOffered
/** The query of every company. */
export const selectCompanies = ({ children }: Snapshot) => children.companies
/** The query of the users of the chosen company. */
export const selectCompanyUsers = ({ children }: Snapshot) => children.users
/** The chosen company; null: all of them. */
export const selectCompanyId = ({ context }: Snapshot) => context.company?.companyId ?? null
/** The chosen user; null: the whole company. */
export const selectUserId = ({ context }: Snapshot) => context.userId
