import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { loadTrackFile, type TrackProgress } from '#src/services/playback/load-track.ts'
import type { TrackColumns } from '#src/services/playback/track.ts'
import {
  failureMessage,
  type TrackMessage,
  type TrackReadRequest,
} from '#src/services/playback/track-messages.ts'
import { createTrackReader, type ReadTrack } from '#src/services/playback/track-reader.ts'
import { createTrackStore } from '#src/services/playback/track-store.ts'
import { createAlertPlot, createTracks } from '#src/services/playback/tracks.ts'
import { createHttpFixture, grantOf } from '#tests/kit/services/http.fixture.ts'
import { json, startServer } from '#tests/kit/services/http-server.ts'

const FROM = Date.parse('2026-11-19T10:00:00Z')
const TO = Date.parse('2026-11-20T10:00:00Z')
const POINTS = [0, 1, 2].map((i) => ({
  gpsTime: FROM + i * 1000,
  gpsLatitude: 20 + i / 10,
  gpsLongitude: 79,
}))
const ALERT = {
  latitude: 20,
  longitude: 79,
  label: 'OS',
  alertName: 'Overspeeding',
  desc: '92.3 kmph',
  alertTime: '19-11-2026 15:30:00',
  time: FROM,
  speedVal: 92.3,
}
const FILE = gzipSync(JSON.stringify({ data: POINTS }))

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Reply = { fileUrl: string; points: number; file?: Buffer; status?: number }

const tracksOn = async (
  reply: (base: string, token: string | undefined) => Reply,
  read: ReadTrack = loadTrackFile,
) => {
  const server = await startServer(({ path, headers }, response) => {
    const { fileUrl, points, file = FILE, status = 200 } = reply(server.base, headers.authorization)
    if (path.startsWith('/files')) {
      response
        .writeHead(status, { 'content-type': 'application/gzip', 'content-length': file.length })
        .end(file)
    } else if (path.endsWith('alertsplot')) json(response, 200, { alerts: [ALERT] })
    else json(response, 200, { fileUrl, points })
  })
  stops.push(server.stop)
  const fixture = createHttpFixture(server.base, {
    refresh: ({ grants }) => grants.write(grantOf('two')),
  })
  fixture.grants.write(grantOf('one'))
  const store = createTrackStore()
  const progress: (TrackProgress | null)[] = []
  const tracks = createTracks({
    http: fixture.http,
    store,
    read,
    base: () => fixture.environment().v2BaseUrl,
    now: () => TO + 60_000,
  })
  tracks.onProgress(() => progress.push(tracks.progress()))
  const loadAlerts = createAlertPlot({ http: fixture.http, store, now: () => TO + 60_000 })
  return { tracks, store, server, progress, loadAlerts, counted: fixture.counted }
}

const request = { vehicleId: 5, from: FROM, to: TO }

test('PLB-09 PLB-34 PLB-35 CONFLICT-15 sends both spellings in IST, fetches the file and stores the track', async () => {
  const { tracks, store, server, progress } = await tracksOn(() => ({
    fileUrl: '/files/playback/abc',
    points: 3,
  }))
  const summary = await tracks.load(request)
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
    vehicleId: 5,
    fromDate: '2026-11-19 15:30:00',
    startDate: '2026-11-19 15:30:00',
    toDate: '2026-11-20 15:30:00',
    endDate: '2026-11-20 15:30:00',
    telemetryEnabled: true,
  })
  expect(server.seen[1]).toMatchObject({ path: '/files/playback/abc' })
  // SES-41 to SES-44: the file's request is one like every other.
  const {
    host: _,
    'content-type': _type,
    'content-length': _length,
    ...headers
  } = server.seen[0]?.headers ?? {}
  const named = ['x-api-key', 'authuser', 'authorization', 'cache-control', 'pragma']
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(named))
  for (const name of named) expect(server.seen[1]?.headers[name], name).toBe(headers[name])
  expect(server.seen[1]?.headers.authorization).toBe('Bearer one')
  expect(summary).toMatchObject({ points: 3, startsAt: FROM, endsAt: FROM + 2000, dropped: 0 })
  expect(summary.distanceKm).toBeCloseTo(22.24, 1)
  expect(store.get(summary.trackId)).toMatchObject({ vehicleId: 5, length: 3 })
  expect(progress[0]).toEqual({ stage: 'downloading', share: 1 })
  expect(progress.at(-1)).toBeNull()
})

test('PLB-21 an end in the current hour is sent as now', async () => {
  const { tracks, server } = await tracksOn(() => ({ fileUrl: '/files/x', points: 3 }))
  await tracks.load({ ...request, to: TO + 3_600_000 })
  expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
    toDate: '2026-11-20 15:31:00',
    endDate: '2026-11-20 15:31:00',
  })
})

test('PLT-05 alerts are requested with the same body, and stored as long as their route', async () => {
  const { tracks, store, server, loadAlerts } = await tracksOn(() => ({ fileUrl: '/files/x', points: 3 }))
  const { trackId } = await tracks.load(request)
  expect(await loadAlerts({ ...request, trackId })).toBe(1)
  expect(server.seen.at(-1)).toMatchObject({ method: 'POST', body: server.seen[0]?.body ?? '' })
  expect(server.seen.at(-1)?.path).toMatch(/alertsplot$/)
  expect(store.alertsOf(trackId)).toEqual([ALERT])
  store.drop(trackId)
  expect(store.alertsOf(trackId)).toEqual([])
})

test('PLB-29 no points are a reply without a file', async () => {
  const { tracks, server } = await tracksOn(() => ({ fileUrl: '', points: 0 }))
  expect(await tracks.load(request)).toMatchObject({ points: 0, startsAt: 0 })
  expect(server.seen).toHaveLength(1)
})

test.each(['https://elsewhere.example/files/x', '//elsewhere.example/x', 'javascript:alert(1)', 'data:,x'])(
  'a file address on another origin (%s) is refused',
  async (fileUrl) => {
    const { tracks, server } = await tracksOn(() => ({ fileUrl, points: 3 }))
    await expect(tracks.load(request)).rejects.toMatchObject({ problem: 'missing' })
    expect(server.seen).toHaveLength(1)
  },
)

test('SES-20 SES-21 a file whose token is refused is asked for again, once, with a newer token', async () => {
  const { tracks, server, counted } = await tracksOn((_, token) => ({
    ...{ fileUrl: '/files/x', points: 3 },
    status: token === 'Bearer one' ? 401 : 200,
  }))
  expect(await tracks.load(request)).toMatchObject({ points: 3 })
  expect(
    server.seen.filter(({ path }) => path === '/files/x').map(({ headers }) => headers.authorization),
  ).toEqual(['Bearer one', 'Bearer two'])
  expect(counted).toEqual({ refreshes: 1, lost: 0 })
  const lost = await tracksOn(() => ({ fileUrl: '/files/x', points: 3, status: 401 }))
  await expect(lost.tracks.load(request)).rejects.toMatchObject({ problem: 'unauthorized' })
  expect(lost.server.seen.filter(({ path }) => path === '/files/x')).toHaveLength(2)
  expect(lost.counted).toEqual({ refreshes: 1, lost: 1 })
})

test('AC-23 an expired address tells the user what to do', async () => {
  const { tracks } = await tracksOn(() => ({ fileUrl: '/files/x', points: 3, status: 403 }))
  await expect(tracks.load(request)).rejects.toThrow(/status 403.*Press GO/)
})

test('the store keeps the newest tracks and releases dropped ones', async () => {
  const { tracks } = await tracksOn(() => ({ fileUrl: '/files/x', points: 3 }))
  const store = createTrackStore({ capacity: 2 })
  const columns = await loadTrackFile('data:application/json,{"data":[]}')
  for (const id of ['a', 'b', 'c'])
    store.put({ ...columns, id, vehicleId: 1, fuelTankLitres: null, figures: null })
  expect(['a', 'b', 'c'].map((id) => store.get(id)?.id)).toEqual([undefined, 'b', 'c'])
  store.drop('b')
  expect(store.get('b')).toBeUndefined()
  expect(tracks.progress()).toBeNull()
})

/** A worker's port whose other side is `work`, as `track.worker.ts` is. */
const portTo = (work: (order: TrackReadRequest, say: (message: TrackMessage) => void) => void) => {
  const counted = { terminated: 0 }
  const port = {
    onmessage: null as Worker['onmessage'],
    onerror: null as Worker['onerror'],
    terminate: () => {
      counted.terminated += 1
    },
    postMessage: (order: TrackReadRequest) =>
      work(order, (message) =>
        port.onmessage?.call({} as Worker, { data: structuredClone(message) } as MessageEvent<TrackMessage>),
      ),
  }
  return { read: createTrackReader({ start: () => port }), counts: counted }
}

test('the worker returns columns, reports failures by kind, and ends', async () => {
  const columns = await loadTrackFile('data:application/json,{"data":[]}')
  const orders: TrackReadRequest[] = []
  const good = portTo((order, say) => {
    orders.push(order)
    say({ type: 'progress', progress: { stage: 'reading', share: 1 } })
    say({ type: 'done', columns })
  })
  const progress: TrackProgress[] = []
  const headers = { 'x-api-key': 'key' }
  const onProgress = (one: TrackProgress) => progress.push(one)
  expect(await good.read('x', { headers, onProgress })).toMatchObject({ length: 0 })
  expect(orders).toEqual([{ address: 'x', headers, points: 0 }])
  expect(progress).toEqual([{ stage: 'reading', share: 1 }])
  expect(good.counts.terminated).toBe(1)

  const bad = portTo(async ({ address }, say) =>
    say(failureMessage(await loadTrackFile(address).catch((error) => error))),
  )
  await expect(bad.read('data:application/json,[]', {})).rejects.toMatchObject({
    name: 'TrackFileError',
    problem: 'notData',
  })
  await expect(bad.read('http://127.0.0.1:1/', {})).rejects.toMatchObject({ name: 'NetworkFailure' })
})

/** Workers that note in `seen` when they start and end, and answer every order with these columns. */
const notingWorkers = (seen: string[], columns: TrackColumns) => () => {
  const worker = {
    onmessage: null as Worker['onmessage'],
    onerror: null as Worker['onerror'],
    terminate: () => void seen.push('worker ended'),
    postMessage: () => {
      seen.push('worker asked')
      const data: TrackMessage = { type: 'done', columns: structuredClone(columns) }
      worker.onmessage?.call({} as Worker, { data } as MessageEvent<TrackMessage>)
    },
  }
  seen.push('worker started')
  return worker
}

test('the worker starts with the request and not with its reply, and none is left where no file follows', async () => {
  const columns = await loadTrackFile(
    `data:application/json,${encodeURIComponent(JSON.stringify({ data: POINTS }))}`,
  )
  const seen: string[] = []
  const replies: Reply[] = [
    { fileUrl: '/files/x', points: 3 },
    { fileUrl: '', points: 0 },
    { fileUrl: '', points: 300_000 },
  ]
  const { tracks } = await tracksOn(
    () => {
      seen.push('replied')
      return replies.shift() ?? { fileUrl: '', points: 0 }
    },
    createTrackReader({ start: notingWorkers(seen, columns) }),
  )
  expect(await tracks.load(request)).toMatchObject({ points: 3 })
  expect(seen.splice(0)).toEqual(['worker started', 'replied', 'worker asked', 'worker ended'])
  expect(await tracks.load(request)).toMatchObject({ points: 0 })
  expect(seen.splice(0)).toEqual(['worker started', 'replied', 'worker ended'])
  await expect(tracks.load(request)).rejects.toMatchObject({ problem: 'tooLarge' })
  expect(seen.splice(0)).toEqual(['worker started', 'replied', 'worker ended'])
})

test('a worker that could not start ahead is replaced by one that says why', async () => {
  const workers: { onerror: Worker['onerror'] }[] = []
  const read = createTrackReader({
    start: () => {
      const worker = {
        ...{ onmessage: null, onerror: null as Worker['onerror'] },
        ...{ terminate: () => undefined, postMessage: () => undefined },
      }
      workers.push(worker)
      return worker
    },
  })
  const fail = (worker: (typeof workers)[number] | undefined) =>
    worker?.onerror?.call({} as Worker, { message: 'no script' } as ErrorEvent)
  read.prepare?.()
  fail(workers[0])
  const reading = read('x', {})
  expect(workers).toHaveLength(2)
  fail(workers[1])
  await expect(reading).rejects.toThrow('no script')
})

test('an abort ends the worker', async () => {
  const { read, counts } = portTo(() => undefined)
  const control = new AbortController()
  const reading = read('x', { signal: control.signal })
  control.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect(counts.terminated).toBe(1)
})
