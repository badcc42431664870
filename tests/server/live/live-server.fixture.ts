import { afterAll, beforeAll, expect } from 'vitest'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'

/** The stream of the fleet. */
export const FLEET = '/api/v2/onlinefleetmngmt/dicv/fleetmaptracking/stream'
/** The stream of vehicles. */
export const LIVE = '/api/v2/onlinefleetmngmt/dicv/livetrack/stream'

type Vehicle = { id: number; company_id: number; imei: string; ingest_key: string }
const NONE: Vehicle = { id: 0, company_id: 0, imei: '', ingest_key: '' }

/** The whole server at an address of its own, with a vehicle of the user “watcher” and a foreign one. */
export const withStreams = () => {
  const backend = withBackend()
  const fixture = { address: '', token: '', own: NONE, foreign: NONE }

  beforeAll(async () => {
    const { db } = backend.database
    const company = await addCompany(db)
    fixture.own = await addVehicle(db, { company_id: company.id })
    fixture.foreign = await addVehicle(db, { company_id: (await addCompany(db)).id })
    await backend.addUser('watcher', 'CUSTOMER', company.id)
    fixture.token = (await backend.logIn('watcher')).token
    fixture.address = await backend.app.listen({ port: 0, host: '127.0.0.1' })
  })

  // A connection opened ahead and never used would delay closing.
  afterAll(() => backend.app.server.closeAllConnections())

  /** Opens a stream as the watcher, unless the headers name another user. */
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const cut = new AbortController()
    const reply = await fetch(`${fixture.address}${path}`, {
      headers: { authorization: `Bearer ${fixture.token}`, ...headers },
      signal: cut.signal,
    })
    const chunks = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    /** Reads until the received text matches. */
    const until = async (fits: (text: string) => boolean): Promise<string> => {
      while (!fits(text)) {
        const chunk = await chunks?.read()
        if (chunk === undefined || chunk.done) throw new Error(`The stream ended after: ${text}`)
        text += chunk.value
      }
      return text
    }
    /** Reads until the server ends the stream. */
    const ended = async (): Promise<void> => {
      while ((await chunks?.read())?.done === false);
    }
    return { reply, until, ended, leave: () => cut.abort() }
  }

  /** Sends a fix as the device of a vehicle does. */
  const send = async (vehicle: Vehicle, lat: number) => {
    const query = {
      id: vehicle.imei,
      key: vehicle.ingest_key,
      lat: String(lat),
      lon: '73.85',
      timestamp: String(Date.now()),
    }
    const reply = await backend.app.inject({ url: '/ingest/osmand', query })
    expect(reply.statusCode).toBe(200)
  }

  return { backend, fixture, open, send }
}
