import type { Selectable } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { LiveShare } from '#contract/records/live-share.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { VehicleTable } from '#server/db/tables.ts'
import { loadKeys } from '#server/identity/keys.repository.ts'
import { storedHashOf } from '#server/identity/secrets.ts'
import { createLinkIds } from '#server/live-share/link-ids.ts'
import { FLEET_API, withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

const SHARES = `${FLEET_API}/liveshares`
const PUBLIC = '/api/v2/dicvlivelocation'

type Vehicle = Selectable<VehicleTable>

/** A body of `createLiveShare`. */
export type ShareBody = Readonly<Record<string, unknown>>

/** The id in the address of a link. */
export const idOf = (liveLinkUrl: string): string =>
  new URLSearchParams(liveLinkUrl.split('?')[1]).get('q') ?? ''

/** The whole server at an address of its own, with a company of three vehicles, a foreign one, and users of both. */
export const withShares = () => {
  const backend = withBackend({ trustedProxies: ['127.0.0.1'] })
  const names = ['a', 'b', 'c'] as const
  const known = {
    address: '',
    companyId: 0,
    token: '',
    foreignToken: '',
    vehicles: {} as Record<(typeof names)[number] | 'foreign', Vehicle>,
  }

  beforeAll(async () => {
    const { db } = backend.database
    const [own, foreign] = [await addCompany(db), await addCompany(db)]
    known.companyId = own.id
    for (const name of names) known.vehicles[name] = await addVehicle(db, { company_id: own.id })
    known.vehicles.foreign = await addVehicle(db, { company_id: foreign.id })
    await backend.addUser('owner', 'CUSTOMER', own.id)
    await backend.addUser('stranger', 'CUSTOMER', foreign.id)
    known.token = (await backend.logIn('owner')).token
    known.foreignToken = (await backend.logIn('stranger')).token
    known.address = await backend.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => backend.app.server.closeAllConnections())

  const create = (body: ShareBody, token = known.token) => backend.ask('POST', SHARES, { token, body })

  /** Makes a link and returns its ids. */
  const share = async (body: ShareBody): Promise<{ shareId: number; q: string }> => {
    const answer = await create({ endsBy: 'time', endsAt: Date.now() + HOUR_MS, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { shareId, liveLinkUrl } = answer.body as { shareId: number; liveLinkUrl: string }
    return { shareId, q: idOf(liveLinkUrl) }
  }

  const list = async (token = known.token): Promise<LiveShare[]> =>
    ((await backend.ask('GET', SHARES, { token })).body as { shares: LiveShare[] }).shares

  /** Asks whether a link is valid, from an address of its own if one is named. */
  const validate = (q: string, headers: Record<string, string> = {}) =>
    backend.ask('GET', `${PUBLIC}/validateurl/${encodeURIComponent(q)}`, { headers })

  /** Sends a fix as the device of a vehicle does. */
  const send = async ({ imei, ingest_key }: Vehicle, { lat = 18.5, lng = 73.85, time = Date.now() } = {}) => {
    const reply = await backend.app.inject({
      url: '/ingest/osmand',
      query: {
        ...{ id: imei, key: ingest_key, lat: String(lat), lon: String(lng), timestamp: String(time) },
        ...{ speed: '30', bearing: '90', ignition: 'true' },
      },
    })
    expect(reply.statusCode).toBe(200)
  }

  /** What the page of a link calls a vehicle's `imei`. */
  const aliasOf = async (q: string, { id }: Pick<Vehicle, 'id'>): Promise<string> => {
    const { db } = backend.database
    const link = await db
      .selectFrom('live_share')
      .select('id')
      .where('hash', '=', storedHashOf(q))
      .executeTakeFirst()
    return createLinkIds(await loadKeys(db, Date.now)).aliasOf(link?.id ?? 0, id)
  }

  /** Opens the stream of a shared vehicle as a viewer does, or of what is sent for it; for null, that of the link alone. */
  const watch = async (q: string, vehicle: Vehicle | string | null, headers: Record<string, string> = {}) => {
    const cut = new AbortController()
    const imei = vehicle === null || typeof vehicle === 'string' ? vehicle : await aliasOf(q, vehicle)
    const query = new URLSearchParams({ path: q, ...(imei === null ? {} : { imei }) })
    const reply = await fetch(`${known.address}${PUBLIC}/stream?${query}`, { headers, signal: cut.signal })
    const chunks = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const read = async (): Promise<boolean> => {
      const chunk = await chunks?.read()
      text += chunk?.value ?? ''
      return chunk?.done === false
    }
    const until = async (fits: (all: string) => boolean): Promise<string> => {
      while (!fits(text)) if (!(await read())) throw new Error(`The stream ended after: ${text}`)
      return text
    }
    /** Everything that was sent when the server ends the stream. */
    const ended = async (): Promise<string> => {
      while (await read());
      return text
    }
    return { reply, until, ended, leave: () => cut.abort() }
  }

  const addTrip = async (vehicle: Vehicle, status: 'RUNNING' | 'COMPLETED' = 'RUNNING'): Promise<number> => {
    const at = new Date()
    const { id } = await backend.database.db
      .insertInto('trip')
      .values({
        ...{ company_id: vehicle.company_id, vehicle_id: vehicle.id, from_city: 'Pune', to_city: 'Nagpur' },
        ...{ scheduled_start: at, scheduled_end: at, actual_start: at, status },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** A circle of 500 m around a place. */
  const addFence = async (companyId: number, lng: number, lat: number): Promise<number> => {
    const { id } = await backend.database.db
      .insertInto('geofence')
      .values({
        ...{ company_id: companyId, name: `Depot ${lng} ${lat}`, shape: 'circle', radius_m: 500 },
        points: JSON.stringify([[lng, lat]]),
        ...{ type_id: 1, valid_from: new Date(0), valid_to: new Date(Date.now() + HOUR_MS) },
        ...{ entry_alert: false, exit_alert: false, all_vehicles: true, created_by: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  return { backend, known, create, share, list, validate, send, aliasOf, watch, addTrip, addFence, SHARES }
}

/** The messages of an event in what a stream has sent. */
export const eventsIn = (text: string, event: string): Array<Record<string, unknown>> =>
  [...text.matchAll(new RegExp(`event: ${event}\\ndata: (.*)\\n\\n`, 'g'))].map(([, data]) =>
    JSON.parse(data ?? ''),
  )
