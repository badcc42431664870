import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'

type Element = {
  device_id: string
  location: { timestamp: string; coords: Record<string, number>; odometer: number }
}
type Waiting = { elements: Element[]; done: () => void }

/**
 * The minimum that counts as an acknowledged ingest: bare node:http, the same JSON parsed, the same groups, one multi-row
 * insert of the same columns with the same key in one commit, and then 200. It knows no devices, no rules, no counts, no latest
 * position.
 */
export const startFloor = async (pool: pg.Pool): Promise<{ port: number; close: () => Promise<void> }> => {
  await pool.query(
    `create table if not exists floor_fix (device text, time timestamptz, lng float8, lat float8, speed float8, heading float8, odo float8,
      primary key (device, time, lng, lat))`,
  )
  let waiting: Waiting[] = []
  let running = false

  const commit = async (): Promise<void> => {
    running = true
    await new Promise((resolve) => setTimeout(resolve, 3))
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const all = group.flatMap(({ elements }) => elements)
      const list = (pick: (one: Element) => unknown) => `{${all.map(pick).join(',')}}`
      await pool.query({
        name: 'floor',
        text: `insert into floor_fix select device, to_timestamp(ms / 1000), lng, lat, speed, heading, odo
          from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
            as f(device, ms, lng, lat, speed, heading, odo) on conflict do nothing`,
        values: [
          list((one) => `"${one.device_id}"`),
          list((one) => Date.parse(one.location.timestamp)),
          list((one) => one.location.coords['longitude']),
          list((one) => one.location.coords['latitude']),
          list((one) => (one.location.coords['speed'] ?? 0) * 3.6),
          list((one) => one.location.coords['heading']),
          list((one) => one.location.odometer / 1000),
        ],
      })
      for (const { done } of group) done()
    }
    running = false
  }

  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const elements = JSON.parse(Buffer.concat(chunks).toString()) as Element[]
      waiting.push({
        elements,
        done: () =>
          reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}'),
      })
      if (!running) void commit()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
