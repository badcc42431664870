import { expect, test } from 'vitest'
import { createGatewaySettings } from '#server/gateway/gateway.service.ts'
import { createGatewayRepository } from '#server/ingest/gateway.repository.ts'
import { addCompany } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

test('what asks for a second connection within a transaction fails in the tests, and afterwards may have one', async () => {
  const { db } = database
  const { id: companyId } = await addCompany(db)
  await db
    .insertInto('gateway_device')
    .values({ company_id: companyId, device_id: 'one', last_seen: new Date() })
    .execute()
  const gateways = createGatewayRepository({ db, now: Date.now })
  const settings = (accept: typeof gateways.accept) =>
    createGatewaySettings({
      ...{ db, gateways: { ...gateways, accept }, changed: () => {}, portalUrl: () => '' },
      visibleVehicles: async () => ({ companyId, vehicleIds: new Set() }),
    })
  const caller = { userId: 1, role: 'CUSTOMERADMIN', companyId } as const
  const wanted = { deviceId: 'one', registration: 'N 1', addsVehicle: true, fromVehicleId: null }
  const outside = settings((company, device, vehicle, from) =>
    gateways.accept(company, device, vehicle, from),
  )
  await expect(outside.accept(caller, wanted)).rejects.toThrow(
    'Within a transaction, ask by the transaction.',
  )
  await expect(settings(gateways.accept).accept(caller, wanted)).resolves.toMatchObject({ pending: [] })
})
