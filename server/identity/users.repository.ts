import { type Kysely, sql, type Transaction } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { comparedName } from '#domain/compared-name.ts'
import { addCompany } from '../db/add-company.ts'
import type { Tables } from '../db/tables.ts'
import { violatedUnique } from '../db/unique-violation.ts'
import { HttpError } from '../http/errors.ts'

export type NewUser = {
  readonly userName: string
  readonly firstName: string
  readonly companyId: number | null
  readonly role: Role
  readonly email?: string | undefined
  readonly passwordHash: string
  readonly alphaAccess: boolean
  readonly betaAccess: boolean
}

/** What can be changed of a user. What is undefined stays; a null e-mail address or number is removed. */
export type UserChanges = {
  readonly firstName?: string | undefined
  readonly email?: string | null | undefined
  readonly mobile?: string | null | undefined
  readonly role?: Role | undefined
}

/** Size limit of a list of users. */
const MAX_LISTED = 5_000

const endLogins = async (tx: Transaction<Tables>, userId: number): Promise<void> => {
  await tx
    .updateTable('refresh_token')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Uses up the links that were mailed to a user, so that whoever reads the mails of a former address, or of a disabled user, sets no password. */
const endResetLinks = async (tx: Transaction<Tables>, userId: number): Promise<void> => {
  await tx
    .updateTable('password_reset')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

const TAKEN = { app_user_user_name_key: 'userNameTaken', app_user_email_key: 'emailTaken' } as const

/** Another writer may take a name or an e-mail address after it was looked up. */
const refuseTaken = (error: unknown): never => {
  const violated = violatedUnique(error)
  if (violated !== null && violated in TAKEN) throw new HttpError(TAKEN[violated as keyof typeof TAKEN])
  throw error
}

const insertUser = async (db: Kysely<Tables>, user: NewUser): Promise<number> => {
  const { id } = await db
    .insertInto('app_user')
    .values({
      user_name: comparedName(user.userName),
      first_name: user.firstName,
      company_id: user.companyId,
      roles: JSON.stringify([user.role]),
      email: user.email ?? null,
      password_hash: user.passwordHash,
      alpha_access: user.alphaAccess,
      beta_access: user.betaAccess,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
  return id
}

/** Reads, adds and changes users. User names are stored in lower case. */
export const createUserRepository = ({ db }: { db: Kysely<Tables> }) => {
  const withCompany = db
    .selectFrom('app_user')
    .leftJoin('company', 'company.id', 'app_user.company_id')
    .select([
      'app_user.id',
      'app_user.user_name',
      'app_user.first_name',
      'app_user.email',
      'app_user.duplicate_email',
      'app_user.mobile',
      'app_user.roles',
      'app_user.disabled_at',
      'app_user.demo_login',
      'app_user.company_id',
      'company.name as company',
      'company.time_zone',
    ])
  return {
    byId: (id: number) => withCompany.where('app_user.id', '=', id).executeTakeFirst(),
    byName: (userName: string) =>
      withCompany.where('app_user.user_name', '=', comparedName(userName)).executeTakeFirst(),
    /** Users with this effective role who may log in, by name. */
    byRole: (role: Role) =>
      withCompany
        .where(sql`app_user.roles ->> 0`, '=', role)
        .where('app_user.disabled_at', 'is', null)
        .orderBy('app_user.user_name')
        .limit(MAX_LISTED)
        .execute(),
    /** Users of a company who may log in, by name. */
    ofCompany: (companyId: number) =>
      withCompany
        .where('app_user.company_id', '=', companyId)
        .where('app_user.disabled_at', 'is', null)
        .orderBy('app_user.user_name')
        .limit(MAX_LISTED)
        .execute(),
    list: () => withCompany.orderBy('app_user.user_name').execute(),
    companies: () => db.selectFrom('company').select(['id', 'name', 'time_zone']).orderBy('name').execute(),
    /** The names of those whose e-mail address is another's, and who have none of their own since. */
    withDuplicateEmail: async (): Promise<string[]> => {
      const rows = await db
        .selectFrom('app_user')
        .select('user_name')
        .where('duplicate_email', 'is not', null)
        .orderBy('user_name')
        .limit(MAX_LISTED)
        .execute()
      return rows.map(({ user_name }) => user_name)
    },
    /** @throws HttpError `userNameTaken` or `emailTaken`. */
    add: (user: NewUser): Promise<number> => insertUser(db, user),
    /**
     * Adds a company and its first user: both or neither.
     * @throws HttpError as `add`.
     */
    addWithCompany: (user: Omit<NewUser, 'companyId'>, companyName: string): Promise<number> =>
      db
        .transaction()
        .execute(async (tx) => insertUser(tx, { ...user, companyId: await addCompany(tx, companyName) })),
    /** Whether a user other than `id` has the e-mail address; ignores case. */
    isEmailTaken: async (email: string, id = 0): Promise<boolean> => {
      const row = await db
        .selectFrom('app_user')
        .select('id')
        .where(sql`lower(email)`, '=', comparedName(email))
        .where('id', '!=', id)
        .executeTakeFirst()
      return row !== undefined
    },
    /**
     * Changes the user. A new role ends all logins, another e-mail address the reset links.
     * @throws HttpError `emailTaken`.
     */
    change: (id: number, { firstName, email, mobile, role }: UserChanges): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx
          .updateTable('app_user')
          .set({
            ...(firstName === undefined ? {} : { first_name: firstName }),
            ...(email === undefined ? {} : { email, duplicate_email: null }),
            ...(mobile === undefined ? {} : { mobile }),
            ...(role === undefined ? {} : { roles: JSON.stringify([role]) }),
          })
          .where('id', '=', id)
          .execute()
          .catch(refuseTaken)
        if (role !== undefined) await endLogins(tx, id)
        // Whoever has a link from before must not come by the new rights, or the new mailbox.
        if (role !== undefined || email !== undefined) await endResetLinks(tx, id)
      }),
    enable: async (id: number): Promise<void> => {
      await db.updateTable('app_user').set({ disabled_at: null }).where('id', '=', id).execute()
    },
    /** Disables the user and ends all logins and reset links. A demo user whom a start had disabled stays disabled at the next one. */
    disable: (id: number): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx.updateTable('app_user').set({ disabled_at: new Date() }).where('id', '=', id).execute()
        const byStart = tx.updateTable('app_user').where('id', '=', id).where('demo_login', '=', 'off')
        await byStart.set({ demo_login: 'on' }).execute()
        await endLogins(tx, id)
        await endResetLinks(tx, id)
      }),
  }
}

export type UserRepository = ReturnType<typeof createUserRepository>

/** A user with the name of the company. */
export type FoundUser = NonNullable<Awaited<ReturnType<UserRepository['byId']>>>
