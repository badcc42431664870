import { expect, test, vi } from 'vitest'
import type { Caller } from '#server/access/caller.ts'
import type { ServiceRepository } from '#server/health/services.repository.ts'
import { createServiceReminders } from '#server/health/services.service.ts'

test('API-13 API-19 the counts of states and of services done are of the same vehicles', async () => {
  const vehiclesOf = vi.fn().mockResolvedValueOnce([7]).mockResolvedValue([7, 8])
  const seen: Array<readonly number[]> = []
  const services: Partial<ServiceRepository> = {
    vehicles: async (ids) => {
      seen.push(ids)
      return []
    },
    records: async (ids) => {
      seen.push(ids)
      return { rows: [], total: 0, done: 3 }
    },
  }
  const reminders = createServiceReminders({
    ...{ services: services as ServiceRepository, vehiclesOf, now: Date.now },
  })
  expect(await reminders.counts({} as Caller, {})).toMatchObject({ overdue: 0, done: 3 })
  expect(seen, 'a vehicle that comes meanwhile is in none of them').toEqual([[7], [7]])
})
