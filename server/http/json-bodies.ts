import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'
import { createFairQueue, namedOwner, type WorkOwner } from './fair-queue.ts'
import { jsonFault } from './input.ts'
import { networkOf } from './rate-limit.ts'

/** Values of a body, more than any has: a fence with the vehicles of a large fleet has some tens of thousands. */
const MOST_VALUES = 100_000
/** Longer bodies, in characters, are read one after the other, in turns of users. */
const LARGE = 16 * 1024
const TURNS = { atOnce: 1, mostOfUser: 32 } as const

const ownerOf = ({ session, ip }: FastifyRequest): WorkOwner => session?.caller ?? namedOwner(networkOf(ip))

/** Reads JSON bodies, also empty ones. A body of many values takes long: others have their turns between two of them. */
export const acceptJson = (app: FastifyInstance): void => {
  const turns = createFairQueue(TURNS)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const read = (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const reason = jsonFault(text, MOST_VALUES)
      if (reason !== null) reject(new HttpError('unreadableRequest', { reason }))
      else parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)))
    })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const text = String(body)
      // Every request declares JSON (SES-45), even one without a body.
      if (text === '') return undefined
      if (text.length <= LARGE) return read(request, text)
      return turns.run(ownerOf(request), async () => {
        await nextTurn()
        return read(request, text)
      })
    },
  )
}
