import { isStaffRole, ROLES, type Role } from '#contract/roles.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import type { UserRepository } from '../identity/users.repository.ts'

const NAME = /^[\w.@+-]{1,100}$/

/** Reads a role in any case, with or without spaces: `configmanager` is CONFIG MANAGER. */
const roleOf = (text: string | undefined): Role => {
  const bare = (role: string) => role.replaceAll(/[\s_-]/g, '').toUpperCase()
  const role = ROLES.find((known) => text !== undefined && bare(known) === bare(text))
  if (role) return role
  const given = text === undefined ? '--role is missing' : `'${text}' is no role`
  throw new Error(`${given}. Roles: ${ROLES.join(', ')}.`)
}

/** The company's id; null for the portal's staff. Adds the company if there is none of that name. */
const companyOf = async (
  users: UserRepository,
  role: Role,
  name: string | undefined,
): Promise<{ id: number | null; note: string }> => {
  if (isStaffRole(role)) {
    if (name !== undefined) throw new Error(`${role} belongs to the portal's staff and has no company.`)
    return { id: null, note: '' }
  }
  const wanted = name?.trim()
  if (!wanted) throw new Error(`A ${role} belongs to a company: --company NAME is missing.`)
  const found = (await users.companies()).find((each) => each.name.toLowerCase() === wanted.toLowerCase())
  if (found) return { id: found.id, note: ` of ${found.name}` }
  return { id: await users.addCompany(wanted), note: ` of the new company ${wanted}` }
}

type NewUser = {
  readonly name: string
  readonly role: string | undefined
  readonly company: string | undefined
  readonly firstName: string | undefined
  readonly password: () => Promise<string>
  readonly hash: (password: string) => Promise<string>
}

/**
 * Adds a user and returns a line that confirms it.
 * @throws Error in plain words for an invalid or taken name, an unknown role, a missing company or a short password.
 */
export const addUser = async (users: UserRepository, user: NewUser): Promise<string> => {
  if (!NAME.test(user.name))
    throw new Error(`'${user.name}' is no user name: use at most 100 letters, digits and . _ - + @`)
  const role = roleOf(user.role)
  if (await users.byName(user.name)) throw new Error(`There is a user '${user.name.toLowerCase()}' already.`)
  const password = await user.password()
  if (password.length < PASSWORD_LENGTH.min)
    throw new Error(`A password needs at least ${PASSWORD_LENGTH.min} characters.`)
  const company = await companyOf(users, role, user.company)
  await users.add({
    userName: user.name,
    firstName: user.firstName?.trim() || user.name,
    companyId: company.id,
    role,
    passwordHash: await user.hash(password),
    alphaAccess: true,
    betaAccess: true,
  })
  return `Added ${user.name.toLowerCase()}, ${role}${company.note}.`
}

/** One line for each user. */
export const listUsers = async (users: UserRepository): Promise<string> => {
  const all = await users.list()
  if (all.length === 0) return 'There are no users.'
  return all
    .map(({ user_name, roles, company, disabled_at }) =>
      [user_name, roles.join(' '), company ?? '-', ...(disabled_at === null ? [] : ['disabled'])].join('\t'),
    )
    .join('\n')
}

/**
 * Disables a user and ends all logins.
 * @throws Error if there is no such user.
 */
export const disableUser = async (users: UserRepository, name: string): Promise<string> => {
  const user = await users.byName(name)
  if (user === undefined) throw new Error(`There is no user '${name}'.`)
  await users.disable(user.id)
  return `Disabled ${user.user_name}.`
}
