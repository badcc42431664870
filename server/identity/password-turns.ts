import { comparedName } from '#domain/compared-name.ts'
import { createFairQueue, namedOwner } from '../http/fair-queue.ts'

/**
 * Passwords that are hashed at a time, each of which holds a thread that tokens and files wait for; and of one user, which are more than
 * wrong passwords are allowed.
 */
const HASHED = { atOnce: 2, atOnceOfUser: 1, mostOfUser: 200 } as const

/** Runs what hashes a password when it is the turn of `owner`: a name that was typed, whether there is such a user or not, or the wait would tell. */
export type PasswordTurns = <T>(owner: string, work: () => Promise<T>) => Promise<T>

/** The turns of everything that hashes passwords for users. */
export const createPasswordTurns = (): PasswordTurns => {
  const queue = createFairQueue(HASHED)
  return (owner, work) => queue.run(namedOwner(comparedName(owner.trim())), work)
}
