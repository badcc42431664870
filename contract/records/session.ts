import * as z from 'zod/mini'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { isTimeZone } from '#domain/zone-time.ts'
import { MAX_TEXT_LENGTH } from '../constants.ts'
import { ROLES } from '../roles.ts'

/** The time zone of a company; where it is missing or this machine does not know it, the one of most companies. */
export const CompanyTimeZone = z.catch(
  z.string().check(z.maxLength(64), z.refine(isTimeZone)),
  DEFAULT_TIME_ZONE,
)

/** The stored session user (SES-02), with the time zone of their company. `token` is kept apart, with the grant, and is never part of a machine's context. */
export const SessionUser = z.object({
  id: z.number(),
  roles: z.array(z.enum(ROLES)).check(z.minLength(1)),
  firstName: z.string(),
  betaAccess: z.boolean(),
  alphaAccess: z.boolean(),
  timeZone: CompanyTimeZone,
})
export type SessionUser = z.infer<typeof SessionUser>

/** Tokens as the identity service returns them (SES-24). `expires_on` is seconds since 1970 UTC. */
export const Grant = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_on: z.number(),
  id_token: z.optional(z.string()),
})
export type Grant = z.infer<typeof Grant>

export const LogInRequest = z.object({
  userName: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TEXT_LENGTH.account)),
  password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH.max)),
})

/** Credential login (OPEN-01): the user and the grant, or a 200 whose body has the key `401`. */
export const LogInReply = z.union([
  z.object({ user: SessionUser, grant: Grant }),
  z.object({ '401': z.string(), message: z.string() }),
])
export type LogInReply = z.infer<typeof LogInReply>

/** A user's details (ADM-03, ADM-04); unknown fields are empty. */
export const UserDetail = z.object({
  userId: z.number(),
  userName: z.string(),
  firstName: z.string(),
  mobileNumber: z.string(),
  emailId: z.string(),
  companyName: z.string(),
  roles: z.array(z.string()),
})
export type UserDetail = z.infer<typeof UserDetail>
