import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { shareStream } from '#contract/calls/live-share.ts'
import type { HandlerInput } from '#server/http/handler.ts'
import { SHARE } from '#server/live-share/limits.ts'
import { liveShareRoutes } from '#server/live-share/live-share.routes.ts'

type Dependencies = Parameters<typeof liveShareRoutes>[0]

/** The stream of links that are all open, whoever asks. */
const start = () => {
  const routes = liveShareRoutes({
    access: { find: async (q: string) => ({ id: q, vehicles: [] }) },
    viewers: { open: () => ({ filled: Promise.resolve() }) },
    now: Date.now,
  } as unknown as Dependencies)
  const stream = routes.find(({ call }) => call === shareStream)
  const open: EventEmitter[] = []
  return {
    open,
    watch: async (link: string, ip: string) => {
      const raw = Object.assign(new EventEmitter(), { destroyed: false })
      const reply = { raw, getHeaders: () => ({}), hijack: () => {} } as unknown as FastifyReply
      const request = { ip, headers: {} } as unknown as FastifyRequest
      const inTurn = (work: () => unknown) => work()
      const input = { query: { path: link }, request, reply, inTurn }
      await stream?.handle(input as unknown as HandlerInput<never>)
      open.push(raw)
    },
  }
}
const FULL = { code: 'tooManyViewers', headers: { 'retry-after': String(SHARE.retryS) } }

test('one address has only so many viewers at a time, of whatever links', async () => {
  const { watch, open } = start()
  for (let at = 0; at < SHARE.viewersOfAddress; at += 1) await watch(`link ${at}`, '10.1.0.1')
  await expect(watch('another', '10.1.0.1')).rejects.toMatchObject(FULL)
  await watch('another', '10.1.0.2')
  open[0]?.emit('close')
  await watch('another', '10.1.0.1')
})

test('a link has only so many viewers at a time, from wherever', async () => {
  const { watch, open } = start()
  for (let at = 0; at < SHARE.viewersOfLink; at += 1) await watch('link', `10.1.${at >> 8}.${at & 255}`)
  await expect(watch('link', '10.2.0.1')).rejects.toMatchObject(FULL)
  await watch('another', '10.2.0.1')
  open[0]?.emit('close')
  await watch('link', '10.2.0.1')
})
