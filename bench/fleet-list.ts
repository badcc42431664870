import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import type { FleetList } from '#contract/records/fleet.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { type BenchEnvironment, createBenchEnvironment } from './map/environment.ts'
import type { BenchResult } from './result.ts'

const VEHICLES = 10_000
const GOAL = 0.15

/** A list as a browser receives it, and the bytes of its compressed body. */
const read = async (environment: BenchEnvironment, held?: string) => {
  const path = `/api/v2/onlinefleetmngmt/dicv/fleetmaptracking/vehicles${held === undefined ? '' : `?held=${held}`}`
  const request = get(`${environment.url}${path}`, {
    headers: { ...environment.headers, 'accept-encoding': 'br' },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = await response.toArray()
  const body = Buffer.concat(chunks)
  const text = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body
  return { kb: body.length / 1000, list: JSON.parse(text.toString()) as FleetList }
}

/** What a minute's refresh of the list transfers while every truck reports once in 10 s. */
export const run = async (): Promise<BenchResult[]> => {
  const environment = await createBenchEnvironment({ vehicles: VEHICLES, points: 0 })
  try {
    await environment.order({ type: 'run', on: true })
    let held = (await read(environment)).list.revision
    const changes: number[] = []
    for (let minutes = 0; minutes < 2; minutes++) {
      await delay(MINUTE_MS)
      const { kb, list } = await read(environment, held)
      if (list.changes === undefined) throw new Error('The server did not know the revision it gave.')
      changes.push(kb)
      held = list.revision
    }
    const whole = await read(environment)
    const most = Math.max(...changes)
    return [
      {
        name: `the list of ${VEHICLES.toLocaleString('en-IN')} trucks that move, read again after a minute, against the whole list`,
        ...{ value: most, unit: 'kB transferred', floor: whole.kb, ratio: most / whole.kb },
        goal: `≤ ${GOAL} × the whole list`,
        ok: most <= GOAL * whole.kb,
      },
    ]
  } finally {
    await environment.close()
  }
}
