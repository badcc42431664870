import type { UserDetail } from '#contract/records/session.ts'
import { createRequestMachine } from '../request/request.machine.ts'

/** The record of whoever is logged in, or of the user that support acts for; asked anew with every visit (ADM-14). */
export const profileMachine = createRequestMachine<UserDetail, Record<never, never>>('profile.load')
