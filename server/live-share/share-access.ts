import { MINUTE_MS } from '#domain/units.ts'
import { createRateLimit, networkOf, tooManyTries } from '../http/rate-limit.ts'
import { createRecentMap } from '../http/recent-map.ts'
import { storedHashOf } from '../identity/secrets.ts'
import { SHARE } from './limits.ts'
import { stateOf } from './link.ts'
import type { LinkIds } from './link-ids.ts'
import type { LinkRow, LiveShareRepository } from './live-share.repository.ts'

/** Who asks for a link. */
export type Visitor = { readonly address: string }

/**
 * Finds open links by the id in their address. Guesses are limited by address before the database is asked (AC-07): a try counts
 * until it turns out to be right, so that no burst gets past the limit. An id that was made here is no guess, and is limited by
 * link and address: who guesses keeps no link from other viewers at the same address.
 */
export const createShareAccess = ({
  links,
  ids,
  now,
}: {
  links: Pick<LiveShareRepository, 'byHash' | 'seen'>
  ids: Pick<LinkIds, 'isMade'>
  now: () => number
}) => {
  const guesses = createRateLimit({ most: SHARE.guesses, windowMs: SHARE.guessWindowMs, now })
  const asks = createRateLimit({ most: SHARE.asksAMinute, windowMs: MINUTE_MS, now })
  const visits = createRateLimit({ most: 1, windowMs: SHARE.visitMs, now })
  const seenAt = createRecentMap<number, number>(SHARE.rememberedLinks)

  return {
    /** The open link of this id; null for any other, unknown, revoked or ended alike. @throws HttpError 429 */
    find: async (q: string, { address }: Visitor): Promise<LinkRow | null> => {
      const hash = storedHashOf(q)
      const network = networkOf(address)
      const isMade = ids.isMade(q)
      if (!isMade) {
        const waitS = guesses.waitS(network)
        if (waitS !== null) throw tooManyTries(waitS)
        guesses.add(network)
      } else {
        const key = `${hash} ${network}`
        const waitS = asks.waitS(key)
        if (waitS !== null) throw tooManyTries(waitS)
        asks.add(key)
      }
      const link = await links.byHash(hash).catch((failure: unknown) => {
        if (!isMade) guesses.refund(network)
        throw failure
      })
      // Who asks for a link that has ended has not guessed its id.
      if (!isMade && link !== undefined) guesses.refund(network)
      return link === undefined || stateOf(link, now()) !== 'open' ? null : link
    },
    /**
     * Counts a visit of an open link: questions from one address within half an hour are one. What a browser says of itself does
     * not count, since anybody can change it.
     */
    visited: async ({ id }: LinkRow, { address }: Visitor): Promise<void> => {
      const key = `${id} ${networkOf(address)}`
      const isNew = visits.waitS(key) === null
      // The window begins again: who watches all day visits once.
      visits.forget(key)
      visits.add(key)
      if (!isNew && now() - (seenAt.get(id) ?? 0) < SHARE.seenMs) return
      seenAt.set(id, now())
      await links.seen(id, isNew ? 1 : 0, now())
    },
  }
}

export type ShareAccess = ReturnType<typeof createShareAccess>
