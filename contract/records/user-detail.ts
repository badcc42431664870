import * as z from 'zod/mini'

/** A user as others and the user see it (ADM-03, ADM-04); fields not known are empty. */
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
