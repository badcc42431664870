import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { inflate } from 'pako'
import { loadTrackFile } from '#src/services/playback/load-track.ts'
import { retainedBytes } from '#tests/kit/server/retained-bytes.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const POINTS = 86_400
const ROUNDS = 9
const GOAL = 1.3

/** A day of one fix a second, in the form our server writes. */
const makeFile = (): Buffer => {
  const start = Date.parse('2026-11-19T18:30:00Z')
  const data = Array.from({ length: POINTS }, (_, i) => ({
    gpsLatitude: Number((19 + Math.sin(i / 9000) / 2 + (i % 7) / 1e5).toFixed(6)),
    gpsLongitude: Number((73 + i / 40_000 + (i % 11) / 1e5).toFixed(6)),
    gpsIgnition: 1,
    gpsSpkm: Math.round(40 + 30 * Math.sin(i / 300)),
    gpsTime: start + i * 1000,
    gpsHead: (i * 7) % 360,
    vehicleDirection: 'NE',
    plotNextPoint: true,
    label: i % 3000 === 0 ? ['HB'] : [],
    currentAdl: 60,
    currentFuelLevel: Math.round(700 - i / 200) / 10,
    currentOdo: Number((150_000 + i * 0.012).toFixed(2)),
  }))
  return gzipSync(JSON.stringify({ data }))
}

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * A playback file of 86,400 points, from its address to columns ready to draw, against inflating and parsing the same bytes
 * alone. The variants alternate, so that a slow moment of the machine affects all of them.
 */
export const run = async (): Promise<BenchResult[]> => {
  const file = makeFile()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': file.length }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`

  const variants = {
    pakoAndParse: () => JSON.parse(inflate(file, { toText: true })),
    nativeAndParse: () => JSON.parse(gunzipSync(file).toString()),
    nativeInflate: () => gunzipSync(file),
    ours: () => loadTrackFile(address),
  }
  const times: Record<string, number[]> = {}
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, variant] of Object.entries(variants)) {
      retainedBytes()
      const ms = await timed(variant)
      if (round >= 0) times[name] = [...(times[name] ?? []), ms]
    }
  }
  await new Promise((resolve) => server.close(resolve))

  const of = (name: keyof typeof variants) => median(times[name] ?? [])
  const against = (
    name: string,
    variant: keyof typeof variants,
    floor: keyof typeof variants,
    goal?: number,
  ): BenchResult => ({
    name,
    value: of(variant),
    unit: 'ms',
    floor: of(floor),
    ratio: of(variant) / of(floor),
    ...(goal === undefined ? {} : { goal: `≤ ${goal} × floor` }),
    ok: goal === undefined || of(variant) <= goal * of(floor),
  })
  return [
    against(`${POINTS} points, address to columns, vs pako + JSON.parse`, 'ours', 'pakoAndParse', GOAL),
    against('the same vs native inflate + JSON.parse', 'ours', 'nativeAndParse'),
    against('pako + JSON.parse vs native inflate alone', 'pakoAndParse', 'nativeInflate'),
  ]
}
