import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import type { PlaybackPoint, PlaybackReply, PlaybackRequest } from '#contract/calls/playback.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { fromPayloadTime } from '#domain/ist.ts'
import { isTooLongToPlay, MAX_PLAYBACK_POINTS } from '#domain/playback.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import type { FleetService } from '../fleet/fleet.service.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { equalInConstantTime } from '../identity/secrets.ts'
import type { FixColumns } from '../track/columns.ts'
import { createPointMaker, drawnPoints, type Tanks } from './playback-points.ts'
import { createReadAhead } from './read-ahead.ts'

/** A stretch of time in ms UTC, `to` not included. */
export type TimeRange = { readonly from: number; readonly to: number }

const readTime = (name: string, text: string | undefined): number => {
  const time = text === undefined ? null : fromPayloadTime(text)
  if (time !== null) return time
  throw new HttpError('timeInvalid', { name })
}

/**
 * The range of a request, in either spelling (CONFLICT-15).
 * @throws HttpError 400 if a time is missing or malformed, the end is not after the start, or the range is too long.
 */
export const requestedRange = (request: PlaybackRequest): TimeRange => {
  const from = readTime('fromDate', request.fromDate ?? request.startDate)
  const to = readTime('toDate', request.toDate ?? request.endDate)
  if (to <= from) throw new HttpError('rangeReversed')
  if (isTooLongToPlay({ from, to })) throw new HttpError('rangeTooLong')
  return { from, to }
}

/** Life of a file's address, in ms. */
const ADDRESS_LIFE_MS = 5 * MINUTE_MS
/** Limit of points in a route that is only drawn. */
const MAX_DRAWN_POINTS = 5_000
/** Points written into the file at a time. */
const POINTS_A_CHUNK = 1_000
const FILE_PATH = '/api/v2/files/playback/'

/** Reads a vehicle's fixes from `from` to before `to` (ms), by time; above `MAX_PLAYBACK_POINTS` it may stop early. */
export type ReadTrack = (query: {
  companyId: number
  vehicleId: number
  from: number
  to: number
}) => Promise<FixColumns>

/** The content of a file's address. */
type FileClaims = TimeRange & {
  readonly vehicleId: number
  readonly companyId: number
  readonly until: number
} & Tanks

type Dependencies = {
  readonly fleet: Pick<FleetService, 'vehicleOf'>
  readonly readTrack: ReadTrack
  /** The figures of a vehicle from `from` to before `to` (ms). */
  readonly readFigures: (range: Parameters<ReadTrack>[0]) => Promise<Figures>
  /** HMAC under the installation's secret. */
  readonly mac: (purpose: string, text: string) => Buffer
  readonly now: () => number
}

const limited = (columns: FixColumns): FixColumns => {
  if (columns.length <= MAX_PLAYBACK_POINTS) return columns
  throw new HttpError('tooManyPositions', { most: MAX_PLAYBACK_POINTS })
}

/** The file's JSON in chunks, so that a long route is never in memory as one text. */
function* jsonOf(columns: FixColumns, tanks: Tanks): Generator<string> {
  const pointAt = createPointMaker(columns, tanks)
  yield '{"data":['
  for (let start = 0; start < columns.length; start += POINTS_A_CHUNK) {
    const end = Math.min(columns.length, start + POINTS_A_CHUNK)
    const points: string[] = []
    for (let i = start; i < end; i += 1) points.push(JSON.stringify(pointAt(i)))
    yield `${start === 0 ? '' : ','}${points.join(',')}`
  }
  yield ']}'
}

/** Routes: as files for playback, and as points that are only drawn. */
export const createPlaybackService = ({ fleet, readTrack, readFigures, mac, now }: Dependencies) => {
  const readAhead = createReadAhead()
  /** Only who asked, with the same login, can make the server find this signature again. */
  const signatureOf = (text: string, { userId }: Caller, login: string): Buffer =>
    mac('playback-file', `${text}\n${userId}\n${login}`)
  const seal = (claims: FileClaims, caller: Caller, login: string): string => {
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return `${text}.${signatureOf(text, caller, login).toString('base64url')}`
  }
  /** The claims of an address that was made for this caller and login and has not expired, else null. */
  const unseal = (token: string, caller: Caller, login: string): FileClaims | null => {
    const [text = '', signature = ''] = token.split('.')
    if (!equalInConstantTime(Buffer.from(signature, 'base64url'), signatureOf(text, caller, login)))
      return null
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as FileClaims
    return claims.until > now() ? claims : null
  }

  const claimsFor = async (caller: Caller, request: PlaybackRequest): Promise<FileClaims> => {
    const range = requestedRange(request)
    const { vehicleId, companyId, fuelTankLitres, adblueTankLitres } = await fleet.vehicleOf(
      caller,
      request.vehicleId,
    )
    return {
      ...range,
      vehicleId,
      companyId,
      fuelTankLitres,
      adblueTankLitres,
      until: now() + ADDRESS_LIFE_MS,
    }
  }

  const drawn = (columns: FixColumns, tanks: Tanks): PlaybackPoint[] =>
    drawnPoints(columns, tanks, MAX_DRAWN_POINTS)

  return {
    /** The address of a route's file, for this login alone, and its number of points. Throws the common 404, and 400 for an invalid range. */
    prepare: async (caller: Caller, request: PlaybackRequest, login: string): Promise<PlaybackReply> => {
      const claims = await claimsFor(caller, request)
      const [columns, figures] = await Promise.all([readTrack(claims).then(limited), readFigures(claims)])
      const token = seal(claims, caller, login)
      readAhead.keep(token, columns)
      return {
        fileUrl: `${FILE_PATH}${token}`,
        points: columns.length,
        fuelTankLitres: claims.fuelTankLitres,
        figures,
      }
    },
    /** The file of an address: gzip of `{data: PlaybackPoint[]}`. Throws the common 404 for an invalid address or another's. */
    file: async (caller: Caller, token: string, login: string): Promise<Buffer> => {
      const claims = unseal(token, caller, login)
      if (claims === null) throw notFound()
      // It may have been taken away from the caller since the address was made.
      await fleet.vehicleOf(caller, claims.vehicleId)
      const columns = readAhead.take(token) ?? limited(await readTrack(claims))
      // Packed as a whole in the caller's turn: a stream would go on with the work, and hold the route, for as long as its reader likes.
      return buffer(pipeline(Readable.from(jsonOf(columns, claims)), createGzip({ level: 6 }), () => {}))
    },
    /** A route for drawing, thinned to at most 5,000 points. */
    route: async (caller: Caller, request: PlaybackRequest): Promise<PlaybackPoint[]> => {
      const claims = await claimsFor(caller, request)
      return drawn(limited(await readTrack(claims)), claims)
    },
    /** The same for a given range. */
    routeOf: async (caller: Caller, vehicleId: number, range: TimeRange): Promise<PlaybackPoint[]> => {
      const vehicle = await fleet.vehicleOf(caller, vehicleId)
      return drawn(limited(await readTrack({ vehicleId, companyId: vehicle.companyId, ...range })), vehicle)
    },
  }
}

export type PlaybackService = ReturnType<typeof createPlaybackService>
