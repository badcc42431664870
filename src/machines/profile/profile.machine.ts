import type { UserDetail } from '#contract/records/session.ts'
import { createRequestMachine } from '../request/request.machine.ts'

/** The record of the logged-in user, or of the one support acts for; fetched at every visit (ADM-14). */
export const profileMachine = createRequestMachine<UserDetail, Record<never, never>>('profile.load')
