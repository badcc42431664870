import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBus } from '#server/live/bus.ts'
import type { LinkRow } from '#server/live-share/live-share.repository.ts'
import { shareMessageOf } from '#server/live-share/share-channel.ts'
import { createViewers } from '#server/live-share/viewers.ts'

/** Which server to run: the product's viewers, or the least that broadcasts the same frames over bare node:http. */
export type ShareRole = { readonly variant: 'ours' | 'floor' }

const EVERY_MS = 1_000
const VEHICLE = { vehicleId: 1, registrationId: 'B 1', imei: 'B 1', hasArrived: false }
const COMPANY = 1

const link: LinkRow = {
  ...{ id: 1, company_id: COMPANY, created_by: null, created_at: new Date(), hash: '', label: '' },
  ...{ ends_by: 'time', ends_at: new Date(Date.now() + 3_600_000), trip_id: null, geofence_id: null },
  ...{ revoked_at: null, views: 0, last_viewed_at: null },
  ...{ trip_status: null, fence_name: null, creator_name: null, vehicles: [VEHICLE] },
}

const fixAt = (time: number, round: number) => ({
  ...{ time, lng: 73.85 + round / 1e5, lat: 18.52, speed: 58, heading: 90, ignition: true },
})

type Variant = { readonly open: RequestListener; readonly publish: (time: number, round: number) => void }

const createOurs = (): Variant => {
  const bus = createBus()
  const viewers = createViewers({
    links: { byIds: async () => [link] },
    bus,
    loadHistory: async () => ({ latest: undefined, trail: [] }),
    now: Date.now,
    onError: console.error,
  })
  return {
    open: (_request, raw) => void viewers.open({ raw, link, vehicle: VEHICLE }),
    publish: (time, round) =>
      bus.publish(COMPANY, [
        { companyId: COMPANY, vehicleId: VEHICLE.vehicleId, fix: fixAt(time, round), intervalS: 1 },
      ]),
  }
}

const createFloor = (): Variant => {
  const readers = new Set<ServerResponse>()
  return {
    open: (_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      readers.add(reply)
      reply.on('close', () => readers.delete(reply))
    },
    publish: (time, round) => {
      const data = JSON.stringify(shareMessageOf(VEHICLE, fixAt(time, round), Date.now()))
      const frame = Buffer.from(`event: liveShareEvent\ndata: ${data}\n\n`)
      for (const reader of readers) reader.write(frame)
    },
  }
}

process.once('message', ({ variant }: ShareRole) => {
  const { open, publish } = variant === 'ours' ? createOurs() : createFloor()
  const server = createServer(open).listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
  let round = 0
  setInterval(() => {
    round += 1
    publish(Date.now(), round)
  }, EVERY_MS)
})
