import { randomInt } from 'node:crypto'
import { type Passwords, weaknessOf } from '../../identity/passwords.ts'
import { DEMO_PASSWORD } from './demo-content.ts'
import type { DemoUsers } from './demo-users.repository.ts'

/** Characters that nobody confuses when reading a password aloud. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 14

const newPassword = (): string => {
  const password = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return weaknessOf(password) === null ? password : newPassword()
}

/** Asks the user at the terminal; `why` says what the last answer lacked. Null if there is no terminal. */
export type AskDemoPassword = (why: string | null) => Promise<string | null>

const askUntilStrong = async (ask: AskDemoPassword): Promise<string> => {
  let why: string | null = null
  for (;;) {
    const answer = await ask(why)
    if (answer === null || answer === '') return newPassword()
    why = weaknessOf(answer)
    if (why === null) return answer
  }
}

/**
 * Sees to it that the demo users have a password that fits where the server listens: the one that was chosen, else the
 * demo's, which everybody knows, but never that one where the network reaches the server.
 * Returns the hash to seed users with, and the password; null if it was chosen at an earlier start.
 */
export const settleDemoPassword = async ({
  demoUsers,
  passwords,
  chosen,
  isOnNetwork,
  ask,
}: {
  readonly demoUsers: Pick<DemoUsers, 'areSeeded' | 'passwordHashes' | 'setPasswordHash'>
  readonly passwords: Pick<Passwords, 'hash' | 'matches'>
  readonly chosen: string | undefined
  readonly isOnNetwork: boolean
  readonly ask: AskDemoPassword
}): Promise<{ readonly hash: string; readonly password: string | null }> => {
  const hashes = await demoUsers.passwordHashes()
  const matching = async (password: string): Promise<boolean[]> =>
    Promise.all(hashes.map((hash) => passwords.matches(hash, password)))
  const isKnown = !(await demoUsers.areSeeded()) || (await matching(DEMO_PASSWORD)).includes(true)
  const password = chosen ?? (isKnown && isOnNetwork ? await askUntilStrong(ask) : null)
  if (password === null)
    return { hash: await passwords.hash(DEMO_PASSWORD), password: isKnown ? DEMO_PASSWORD : null }
  const hash = await passwords.hash(password)
  // Setting it again would end all logins at each start.
  if ((await matching(password)).includes(false)) await demoUsers.setPasswordHash(hash)
  return { hash, password }
}
