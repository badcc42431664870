import { expect, test } from 'vitest'
import { deviceSettings, settingsText } from '#server/commands/vehicle-commands.ts'
import { createDevices } from '#server/ingest/devices.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

test('npm run vehicle creates a vehicle once and prints a key that ingest accepts', async () => {
  const first = await deviceSettings(database.db, 'KA 01 PH 0001', 'Deccan Haul')
  expect(await deviceSettings(database.db, 'ka 01 ph 0001', 'deccan haul')).toEqual(first)
  expect(settingsText(first)).toContain(first.key)
  const devices = createDevices({ db: database.db, now: Date.now })
  const credentials = [first, { ...first, key: `${first.key}x` }]
  expect(await devices.authenticate(credentials)).toMatchObject([{ vehicleId: expect.any(Number) }, null])
})

test('npm run vehicle refuses a name that cannot be a registration', async () => {
  await expect(deviceSettings(database.db, ' ', 'Deccan Haul')).rejects.toThrow('cannot be a vehicle')
  await expect(deviceSettings(database.db, 'X'.repeat(500), 'Deccan Haul')).rejects.toThrow('longer than')
})
