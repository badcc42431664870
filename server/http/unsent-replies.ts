import type { FastifyReply } from 'fastify'
import { tooManyTries } from './rate-limit.ts'

/** Characters or bytes of replies that a user may leave unread, and get further lists and files: several of the longest. */
const MOST_LENGTH = 64 * 1024 * 1024
/** When a user with more may try again, s. */
const RETRY_S = 2

/** Counts what each user has been answered and has not read yet. It is held in memory for as long as its reader likes. */
export const createUnsentReplies = () => {
  const lengths = new Map<number, number>()
  return {
    /** @throws HttpError 429 where the user has left too much unread already. */
    check: (userId: number): void => {
      if ((lengths.get(userId) ?? 0) > MOST_LENGTH) throw tooManyTries(RETRY_S)
    },
    /** Counts characters or bytes until the reply has been read or its reader has left. */
    add: (userId: number, { raw }: FastifyReply, length: number): void => {
      // It has closed already and does not say so again.
      if (raw.destroyed) return
      lengths.set(userId, (lengths.get(userId) ?? 0) + length)
      raw.once('close', () => {
        const left = (lengths.get(userId) ?? length) - length
        if (left > 0) lengths.set(userId, left)
        else lengths.delete(userId)
      })
    },
  }
}
