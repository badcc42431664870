import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { type Answerer, startServer } from './http-server.ts'

const common = { rows: [], roles: ['CUSTOMER'], scope: 'vehicles' } as const
/** A call that reads. */
export const read = defineCall({
  ...common,
  id: 'read',
  method: 'GET',
  path: 'things/:thingId',
  params: z.object({ thingId: z.string() }),
  query: z.unknown(),
  reply: z.object({ name: z.string() }),
})
/** A call that writes. */
export const write = defineCall({
  ...common,
  id: 'write',
  method: 'POST',
  path: 'dashboard/tk3/things',
  body: z.unknown(),
  reply: z.unknown(),
})

/** A server that gives this answer until the test is over. */
export const serve = async (answer: Answerer) => {
  const server = await startServer(answer)
  onTestFinished(server.stop)
  return server
}
