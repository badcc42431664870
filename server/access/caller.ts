import type { Role } from '#contract/roles.ts'

/** Who makes a call. `role` is the effective role (SES-03); `companyId` is null for the portal's own staff. */
export type Caller = { readonly userId: number; readonly role: Role; readonly companyId: number | null }
