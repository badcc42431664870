import { connect } from 'node:net'
import Fastify from 'fastify'
import { beforeAll, expect, test, vi } from 'vitest'
import { geofenceList } from '#contract/calls/geofences.ts'
import { playbackFile } from '#contract/calls/playback.ts'
import { listRoute } from '#server/http/handler.ts'
import { addressesOf, mountRoutes } from '#server/http/mount.ts'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'

const backend = withBackend()
const tokens = new Map<string, string>()
const ids = new Map<string, number>()
let address = ''

/** Of a list of about 4 MB. The system takes several MB of each connection, so more is asked for than a user may leave unread. */
const CORNERS = Array.from({ length: 100_000 }, (_, i) => [73 + Math.cos(i) / 3, 18 + Math.sin(i) / 3])
const [CONNECTIONS, PIPELINED] = [6, 6] as const

beforeAll(async () => {
  const { db } = backend.database
  const { id } = await addCompany(db)
  for (const name of ['slow', 'other']) {
    ids.set(name, await backend.addUser(name, 'CUSTOMERADMIN', id))
    tokens.set(name, (await backend.logIn(name)).token)
  }
  await db
    .insertInto('geofence')
    .values({
      ...{ company_id: id, name: 'Long', shape: 'polygon', points: JSON.stringify(CORNERS), radius_m: null },
      ...{ type_id: 1, valid_from: new Date(0), valid_to: new Date(Date.now() + 1e9), created_by: null },
      ...{ entry_alert: false, exit_alert: false, all_vehicles: true },
    })
    .execute()
  address = await backend.app.listen({ port: 0, host: '127.0.0.1' })
})

const pathOf = (name: string) => `${addressesOf(geofenceList)[0]}?userId=${ids.get(name)}&shapes=true`
const read = async (name: string): Promise<number> => {
  const reply = await fetch(`${address}${pathOf(name)}`, {
    headers: { authorization: `Bearer ${tokens.get(name)}`, 'accept-encoding': 'identity' },
  })
  await reply.arrayBuffer()
  return reply.status
}

test('who leaves many long lists unread gets no further ones, others do, and so does who has left', async () => {
  const request =
    `GET ${pathOf('slow')} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: identity\r\n` +
    `authorization: Bearer ${tokens.get('slow')}\r\n\r\n`
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {})
    socket.write(request.repeat(PIPELINED))
    return socket
  })
  try {
    await vi.waitFor(async () => expect(await read('slow')).toBe(429), { timeout: 20_000, interval: 100 })
    expect(await read('other')).toBe(200)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  await vi.waitFor(async () => expect(await read('slow')).toBe(200), { timeout: 20_000, interval: 100 })
})

test('a file that is left unread counts too', async () => {
  const app = Fastify()
  const caller = { userId: 1, companyId: 1, role: 'CUSTOMERADMIN' as const }
  const session = { caller, login: caller, family: 'login', reason: '' }
  const body = Buffer.alloc(65 * 1024 * 1024)
  const file = listRoute(playbackFile, async () => ({ contentType: 'application/gzip', body }))
  await mountRoutes(app, [file], {
    access: async () => session,
    checkOwnership: async () => {},
    trace: async () => ({ refused: async () => {} }),
  })
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${addressesOf(playbackFile)[0]?.replace(':token', 'x')}`
  const leaving = new AbortController()
  try {
    // Its body is not read.
    expect((await fetch(url, { signal: leaving.signal })).status).toBe(200)
    expect((await fetch(url)).status).toBe(429)
    leaving.abort()
    await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), 20_000)
  } finally {
    app.server.closeAllConnections()
    await app.close()
  }
})
