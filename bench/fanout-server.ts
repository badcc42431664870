import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Fix } from '#domain/fix.ts'
import { createKysely, createPool } from '#server/db/pool.ts'
import { createBus } from '#server/live/bus.ts'
import { fleetBatchOf } from '#server/live/fleet-channel.ts'
import { createLiveHub } from '#server/live/hub.ts'
import { LIVE } from '#server/live/limits.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { retainedBytes } from '#tests/kit/server/retained-bytes.ts'

/** Which server to run: the product's hub, or the least that fans a batch out over bare node:http. */
export type FanoutRole = {
  readonly variant: 'ours' | 'floor'
  readonly databaseUrl: string
  readonly companyId: number
  readonly vehicleIds: readonly number[]
}

type Publish = (fixes: ReadonlyArray<readonly [number, Fix]>) => void

const EVERY_MS = 1_000
/** After this many ms without a batch, nothing is left to write. */
const DRAINED_MS = 500

const createOurs = ({
  databaseUrl,
  companyId,
  vehicleIds,
}: FanoutRole): { open: RequestListener; publish: Publish } => {
  const db = createKysely(createPool({ connectionString: databaseUrl }, console.error))
  const bus = createBus()
  const hub = createLiveHub({
    ...{ db, bus, now: Date.now, track: createTrackRepository({ db }) },
    onError: console.error,
  })
  const visible = new Set(vehicleIds)
  return {
    open: (_request, raw) => void hub.openFleetStream({ raw, vehicleIds: visible }),
    publish: (fixes) =>
      bus.publish(
        companyId,
        fixes.map(([vehicleId, fix]) => ({ companyId, vehicleId, fix, intervalS: null })),
      ),
  }
}

/** Waits as long as the product does, so that others can share the batch: that is intended and not a cost. */
const createFloor = (): { open: RequestListener; publish: Publish } => {
  const readers = new Set<ServerResponse>()
  return {
    open: (_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      readers.add(reply)
      reply.on('close', () => readers.delete(reply))
    },
    publish: (fixes) =>
      globalThis.setTimeout(() => {
        const frame = Buffer.from(
          `event: batch\ndata: ${JSON.stringify(fleetBatchOf(fixes, Date.now()))}\n\n`,
        )
        for (const reader of readers) reader.write(frame)
      }, LIVE.flushMs),
  }
}

process.once('message', (role: FanoutRole) => {
  const { open, publish } = role.variant === 'ours' ? createOurs(role) : createFloor()
  const server = createServer(open).listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
  let round = 0
  const publishRound = () => {
    round += 1
    const time = Date.now()
    publish(
      role.vehicleIds.map((id, i) => [
        id,
        {
          time,
          lng: 73.85 + i / 1000 + round / 1e5,
          lat: 18.52 + i / 1000,
          speed: (i * 7) % 90,
          heading: (i * 31) % 360,
        },
      ]),
    )
  }
  let publishing = setInterval(publishRound, EVERY_MS)
  process.on('message', async () => {
    clearInterval(publishing)
    await setTimeout(DRAINED_MS)
    process.send?.({ bytes: retainedBytes() })
    publishing = setInterval(publishRound, EVERY_MS)
  })
})
