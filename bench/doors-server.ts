import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pino from 'pino'
import { ROLES, type Role, STAFF_ROLES } from '#contract/roles.ts'
import { createBackend } from '#server/backend.ts'
import { createKysely, createPool } from '#server/db/pool.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { storedHashOf } from '#server/identity/secrets.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { SOURCE_THREADS } from '#tests/kit/server/source-threads.ts'

/** The database to serve, and the device that it is to know. */
export type DoorsOrder = {
  readonly databaseUrl: string
  readonly device: { readonly id: string; readonly key: string }
  readonly gatewayKey: string
}
/** Where the server listens, and a token of each role. */
export type DoorsOpen = { readonly port: number; readonly tokens: Readonly<Record<Role, string>> }

const PROJECT = join(import.meta.dirname, '..')
const PASSWORD = 'a good password'
const RESOLUTION_MS = 1
/** Longer than all files take together, s. */
const TOKEN_LIFE_S = 3_600

/** The whole server; on 'reset' it forgets the event loop's delay, and each time it sends the longest since then, ms. */
const serve = async ({ databaseUrl, device, gatewayKey }: DoorsOrder): Promise<DoorsOpen> => {
  const pool = createPool({ connectionString: databaseUrl }, console.error)
  const db = createKysely(pool)
  const { app } = await createBackend({
    ...{
      db,
      pool,
      clientDir: null,
      outboxDir: join(tmpdir(), 'roadbook-bench-outbox'),
      uploadDir: join(tmpdir(), 'roadbook-bench-uploads'),
      threads: SOURCE_THREADS,
    },
    accessTokenLifeS: TOKEN_LIFE_S,
    environmentFile: join(PROJECT, 'public', 'env.json'),
    manualFile: join(PROJECT, 'docs', 'user-manual.md'),
    textsDir: join(PROJECT, 'src', 'texts'),
    // The load names an address of its own for each request, or limits of tries would answer instead of the doors.
    trustedProxies: ['127.0.0.1'],
    log: pino({ level: 'silent' }),
  })
  const company = await addCompany(db)
  await addVehicle(db, { company_id: company.id, imei: device.id, ingest_key: device.key })
  await db
    .insertInto('gateway_key')
    .values({ company_id: company.id, hash: storedHashOf(gatewayKey), made_at: new Date() })
    .execute()
  const passwordHash = await (await createPasswords()).hash(PASSWORD)
  const tokens: Partial<Record<Role, string>> = {}
  for (const role of ROLES) {
    const companyId = STAFF_ROLES.some((staff) => staff === role) ? null : company.id
    const user = { userName: role, firstName: role, companyId, role, passwordHash }
    await createUserRepository({ db }).add({ ...user, alphaAccess: true, betaAccess: true })
    const payload = { userName: role, password: PASSWORD }
    const reply = await app.inject({ method: 'POST', url: '/api/v2/login', payload })
    tokens[role] = reply.json<{ grant: { access_token: string } }>().grant.access_token
  }
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return { port: Number(port), tokens: tokens as Record<Role, string> }
}

process.once('message', async (order: DoorsOrder) => {
  process.send?.(await serve(order))
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('message', (order) => {
    if (order === 'reset') delay.reset()
    process.send?.(Math.max(0, delay.max / 1e6 - RESOLUTION_MS))
  })
})
