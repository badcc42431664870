import * as z from 'zod/mini'
import { isStaffRole, ROLES, type Role } from '#contract/roles.ts'
import { comparedName } from '#domain/compared-name.ts'
import { mobileOf } from '#domain/mobile.ts'
import type { IdentityLinks } from '../identity/identity-links.repository.ts'
import { weaknessOf } from '../identity/passwords.ts'
import type { FoundUser, UserRepository } from '../identity/users.repository.ts'
import type { PasswordRepository } from '../session/passwords.repository.ts'

const NAME = /^[\w.@+-]{1,100}$/

/** Reads a role in any case, with or without spaces: `configmanager` is CONFIG MANAGER. */
const roleOf = (text: string | undefined): Role => {
  const bare = (role: string) => role.replaceAll(/[\s_-]/g, '').toUpperCase()
  const role = ROLES.find((known) => text !== undefined && bare(known) === bare(text))
  if (role) return role
  const given = text === undefined ? '--role is missing' : `'${text}' is no role`
  throw new Error(`${given}. Roles: ${ROLES.join(', ')}.`)
}

/** The user's company, which has the id 0 while it does not exist; null for the portal's staff. */
const companyOf = async (
  role: Role,
  { company, chooseCompany }: Pick<NewUser, 'company' | 'chooseCompany'>,
): Promise<ChosenCompany | null> => {
  if (isStaffRole(role)) {
    if (company !== undefined) throw new Error(`${role} belongs to the portal's staff and has no company.`)
    return null
  }
  if (!company?.trim()) throw new Error(`A ${role} belongs to a company: --company NAME is missing.`)
  return chooseCompany(company)
}

/** @throws Error that says what the password lacks (OPEN-28). */
const checkPassword = (password: string): string => {
  const weakness = weaknessOf(password)
  if (weakness === null) return password
  throw new Error(weakness)
}

/** @throws Error if it is no e-mail address, or another user's: a forgotten password is asked for by it. */
const checkEmail = async (users: UserRepository, given: string, userId?: number): Promise<string> => {
  const email = given.trim()
  if (!z.safeParse(z.email(), email).success)
    throw new Error(`'${email}' is no e-mail address. An example: asha@fleet.example`)
  if (await users.isEmailTaken(email, userId))
    throw new Error(`Another user has the e-mail address ${email}; each needs one of their own.`)
  return email
}

const userNamed = async (users: UserRepository, name: string): Promise<FoundUser> => {
  const user = await users.byName(name)
  if (user === undefined) throw new Error(`There is no user '${name}'. See them all: npm run user -- list`)
  return user
}

type StoredPasswords = Pick<PasswordRepository, 'changePassword'>
type PasswordChange = Pick<NewUser, 'name' | 'password' | 'hash'> & { readonly now: () => number }

type ChosenCompany = { readonly id: number; readonly name: string }
type NewUser = {
  readonly name: string
  readonly role: string | undefined
  readonly company: string | undefined
  /** The company of this name or number; its id is 0 if it is to be made. */
  readonly chooseCompany: (wanted: string) => Promise<ChosenCompany>
  readonly firstName: string | undefined
  readonly email: string | undefined
  readonly password: () => Promise<string>
  readonly hash: (password: string) => Promise<string>
}

const checkMobile = (given: string): string => {
  const mobile = mobileOf(given)
  if (mobile === null) throw new Error(`'${given}' is no mobile number. An example: +919800000001`)
  return mobile
}

/**
 * Adds a user, with a new company where one is to be made, and returns a line that confirms it.
 * @throws Error in plain words for an invalid or taken name, an unknown role, a missing company, an e-mail address that
 * is invalid or taken, or a weak password; nothing has changed then.
 */
export const addUser = async (users: UserRepository, user: NewUser): Promise<string> => {
  if (!NAME.test(user.name))
    throw new Error(`'${user.name}' is no user name: use at most 100 letters, digits and . _ - + @`)
  const role = roleOf(user.role)
  if (await users.byName(user.name)) throw new Error(`There is a user '${comparedName(user.name)}' already.`)
  const email = user.email === undefined ? undefined : await checkEmail(users, user.email)
  const company = await companyOf(role, user)
  const password = checkPassword(await user.password())
  const added = {
    userName: user.name,
    firstName: user.firstName?.trim() || user.name,
    role,
    email,
    passwordHash: await user.hash(password),
    alphaAccess: true,
    betaAccess: true,
  }
  const confirmation = `Added ${comparedName(user.name)}, ${role}`
  if (company?.id === 0) {
    await users.addWithCompany(added, company.name)
    return `${confirmation} of the new company ${company.name}.`
  }
  await users.add({ ...added, companyId: company?.id ?? null })
  return company === null ? `${confirmation}.` : `${confirmation} of ${company.name}.`
}

/** One line for each user. */
export const listUsers = async (users: UserRepository): Promise<string> => {
  const all = await users.list()
  if (all.length === 0) return 'There are no users.'
  return all
    .map(({ user_name, roles, company, email, duplicate_email, disabled_at, demo_login }) =>
      [
        user_name,
        roles.join(' '),
        company ?? '-',
        email ?? '-',
        ...(disabled_at === null ? [] : ['disabled']),
        ...(demo_login === null ? [] : ['demo']),
        ...(duplicate_email === null ? [] : [`had ${duplicate_email}, which another user has`]),
      ].join('\t'),
    )
    .join('\n')
}

/**
 * Disables a user and ends all logins.
 * @throws Error if there is no such user.
 */
export const disableUser = async (users: UserRepository, name: string): Promise<string> => {
  const user = await userNamed(users, name)
  await users.disable(user.id)
  return `Disabled ${user.user_name}.`
}

/**
 * Lets a disabled user log in again, with a new password if one is given. A demo user needs one: the demo's is known to
 * everybody, and a start without the demo would disable the user again.
 * @throws Error if there is no such user or the password is weak.
 */
export const enableUser = async (
  users: UserRepository,
  passwords: StoredPasswords,
  {
    newPassword,
    ...user
  }: Omit<PasswordChange, 'password'> & {
    /** Asks for a password if there is none yet and `isNeeded`. */
    readonly newPassword: (isNeeded: boolean) => Promise<string | undefined>
  },
): Promise<string> => {
  const { id, user_name, demo_login } = await userNamed(users, user.name)
  const password = await newPassword(demo_login !== null)
  if (password !== undefined) await changePassword(passwords, id, { ...user, password })
  await users.enable(id)
  return password === undefined
    ? `Enabled ${user_name}.`
    : `Enabled ${user_name}. ${newPasswordText(user_name)}`
}

/**
 * Forgets who a user is at the identity provider.
 * @throws Error if there is no such user.
 */
export const unlinkUser = async (
  users: UserRepository,
  links: Pick<IdentityLinks, 'unlink'>,
  name: string,
): Promise<string> => {
  const user = await userNamed(users, name)
  return (await links.unlink(user.id))
    ? `Unlinked ${user.user_name}.`
    : `${user.user_name} was not linked; nothing has changed.`
}

/**
 * Changes a user's role, first name, e-mail address or mobile number; an empty address or number removes it. A new role ends all logins.
 * @throws Error if there is no such user, an address is invalid or taken, a number is none, or the role belongs to the other side: staff roles have
 * no company.
 */
export const setUser = async (
  users: UserRepository,
  name: string,
  changes: {
    readonly role: string | undefined
    readonly firstName: string | undefined
    readonly email: string | undefined
    readonly mobile: string | undefined
  },
): Promise<string> => {
  const user = await userNamed(users, name)
  const role = changes.role === undefined ? undefined : roleOf(changes.role)
  if (role !== undefined && isStaffRole(role) !== (user.company_id === null))
    throw new Error(
      user.company_id === null
        ? `${user.user_name} belongs to the portal's staff, and a ${role} to a company. Add another user.`
        : `${user.user_name} belongs to ${user.company}, and a ${role} to the portal's staff. Add another user.`,
    )
  const { email, mobile, firstName } = changes
  await users.change(user.id, {
    role,
    firstName: firstName?.trim() || undefined,
    email:
      email === undefined ? undefined : email.trim() === '' ? null : await checkEmail(users, email, user.id),
    mobile: mobile === undefined ? undefined : mobile.trim() === '' ? null : checkMobile(mobile),
  })
  return `Changed ${user.user_name}.`
}

const newPasswordText = (userName: string): string =>
  `${userName} has a new password; all their logins have ended.`

const changePassword = async (
  passwords: StoredPasswords,
  userId: number,
  { password, hash, now }: Omit<PasswordChange, 'name' | 'password'> & { readonly password: string },
): Promise<void> => {
  const change = { checkedHash: null, hash: await hash(checkPassword(password)), keptFamily: null, at: now() }
  await passwords.changePassword(userId, change)
}

/**
 * Sets a user's password and ends all logins. Someone disabled stays so, and the answer says how to change that.
 * @throws Error if there is no such user or the password is weak.
 */
export const setPassword = async (
  users: UserRepository,
  passwords: StoredPasswords,
  { name, password, ...change }: PasswordChange,
): Promise<string> => {
  const { id, user_name, disabled_at } = await userNamed(users, name)
  await changePassword(passwords, id, { ...change, password: await password() })
  return disabled_at === null
    ? newPasswordText(user_name)
    : `${newPasswordText(user_name)} ${user_name} is disabled and cannot log in until: npm run user -- enable ${user_name}`
}
