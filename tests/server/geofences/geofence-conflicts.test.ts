import { describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { at, CIRCLE_OFF, withFences } from './geofences.fixture.ts'

const { id, draft, save, saved, detail, names } = withFences()

describe('geofences', () => {
  test('GEO-01 a name is unique in a company, and an edit keeps its own', async () => {
    const fence = await saved('owner', { geoFenceName: 'Once' })
    const twice = await save('owner', { geoFenceName: 'Once' })
    expect(twice).toMatchObject({ status: 409, body: { message: expect.stringContaining('another name') } })
    await saved('stranger', { geoFenceName: 'Once' })
    expect(await saved('owner', { geoFenceId: fence, geoFenceName: 'Once', typeId: 3 })).toBe(fence)
    expect(await detail('owner', fence)).toMatchObject({ typeId: 3 })
    const other = await saved('owner', { geoFenceName: 'Other' })
    expect((await save('owner', { geoFenceId: other, geoFenceName: 'Once' })).status).toBe(409)
  })

  test('GEO-06 an outdated save is refused, with what to do; without a revision the last save wins', async () => {
    const fence = await saved('owner')
    const { revision } = await detail('owner', fence)
    await saved('limited', { geoFenceId: fence, revision, typeId: 3 })
    const late = await save('owner', { geoFenceId: fence, revision, typeId: 4 })
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('Reload it') } })
    const now = await detail('owner', fence)
    expect(now).toMatchObject({ typeId: 3 })
    await saved('owner', { geoFenceId: fence, revision: now['revision'], typeId: 5 })
    await saved('owner', { geoFenceId: fence, typeId: 6 })
    expect(await detail('owner', fence)).toMatchObject({ typeId: 6 })
  })

  test("GEO-06 a save repeated after a lost answer is not taken for another user's", async () => {
    for (const [of, watching] of [
      [{}, { vehicleList: [id('C'), id('A')], applyToAllVehicles: false }],
      [CIRCLE_OFF, { geoFencePolygonCoordinates: [at(73, 18), at(74, 18), at(74, 19)] }],
    ]) {
      const fence = await saved('owner')
      const { revision } = await detail('owner', fence)
      const write = {
        ...{ geoFenceId: fence, revision, geoFenceName: `Lost ${fence}`, typeId: 3 },
        ...{ exitNotificationTime: '09:30', ...of, ...watching },
      }
      await saved('owner', write)
      const first = await detail('owner', fence)
      expect(await saved('owner', write)).toBe(fence)
      expect(await detail('owner', fence)).toEqual(first)
      expect(first).toMatchObject({ revision: Number(revision) + 1 })
      for (const other of [
        { geoFenceName: `Other ${fence}` },
        { skippedAlert: false },
        { exitNotificationTime: null },
        { validTo: '2027-01-02 00:00:00' },
        { applyToAllVehicles: false, vehicleList: [id('A')] },
      ])
        expect((await save('owner', { ...write, ...other })).status).toBe(409)
    }
  })

  test('GEO-06 DI-12 a creation repeated after a lost answer updates the same fence', async () => {
    const lost = draft({ geoFenceName: 'Lost creation', begunAt: 1_790_000_000_123 })
    const fence = await saved('owner', lost)
    const first = await detail('owner', fence)
    expect(await saved('owner', lost)).toBe(fence)
    expect(await detail('owner', fence)).toEqual(first)

    const renamed = {
      ...lost,
      geoFenceName: 'Found creation',
      vehicleList: [id('A')],
      applyToAllVehicles: false,
    }
    expect(await saved('owner', renamed)).toBe(fence)
    expect(await saved('owner', renamed)).toBe(fence)
    expect(await detail('owner', fence)).toMatchObject({
      ...{ geoFenceShapeName: 'Found creation', vehicleList: [id('A')], revision: 2 },
    })
    expect(await names('owner', 'creation')).toEqual(['Found creation'])

    expect(await saved('owner', { ...renamed, geoFenceName: 'Last creation', typeId: 4 })).toBe(fence)
    expect(await detail('owner', fence)).toMatchObject({ typeId: 4, revision: 3 })
    expect(await names('owner', 'creation')).toEqual(['Last creation'])
    await saved('owner', { ...lost, begunAt: undefined, geoFenceId: fence, revision: 3 })
    expect((await save('owner', { ...renamed, geoFenceName: 'Late creation' })).status).toBe(409)
    expect(await names('owner', 'creation')).toEqual(['Lost creation'])
  })

  test('GEO-06 DI-12 a creation sent twice at once makes one fence', async () => {
    const twice = draft({ geoFenceName: 'Twice at once', begunAt: 1_790_000_000_124 })
    const [one, other] = await Promise.all([saved('owner', twice), saved('owner', twice)])
    expect(one).toBe(other)
    expect(await names('owner', 'Twice at once')).toHaveLength(1)
  })

  test('GEO-06 changes by other users in the meantime are kept, and another form or user creates another fence', async () => {
    const begunAt = 1_790_000_000_125
    const lost = draft({ geoFenceName: 'Touched', begunAt })
    const fence = await saved('owner', lost)
    await saved('limited', { ...lost, begunAt: undefined, geoFenceId: fence, typeId: 3 })
    expect(await save('owner', { ...lost, typeId: 4 })).toMatchObject({
      status: 409,
      body: { message: ERRORS.fenceCreatedBefore.message, code: 'fenceCreatedBefore' },
    })
    expect(await detail('owner', fence)).toMatchObject({ typeId: 3 })
    expect((await save('owner', { ...lost, begunAt: begunAt + 1 })).status).toBe(409)
    expect(await saved('limited', draft({ begunAt }))).not.toBe(fence)
    expect(await saved('owner', draft({ begunAt: begunAt + 1 }))).not.toBe(fence)
  })

  test("GEO-06 DI-12 staff who name another company's vehicles when they repeat a lost creation create no second fence", async () => {
    const lost = draft({ geoFenceName: 'Of staff', begunAt: 1_790_000_000_127, applyToAllVehicles: false })
    const fence = await saved('staff', { ...lost, vehicleList: [id('A')] })
    expect(await saved('staff', { ...lost, vehicleList: [id('B')] })).toBe(fence)
    expect(await save('staff', { ...lost, vehicleList: [id('X')] })).toMatchObject({
      status: 409,
      body: { message: ERRORS.fenceCreatedBefore.message, code: 'fenceCreatedBefore' },
    })
    expect([await names('owner', 'Of staff'), await names('stranger', 'Of staff')]).toEqual([
      ['Of staff'],
      [],
    ])
    const twice = { ...lost, begunAt: 1_790_000_000_128, geoFenceName: 'Of two' }
    const both = await Promise.all(
      ['A', 'X'].map((each) => save('staff', { ...twice, vehicleList: [id(each)] })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    // One that watches all vehicles names none, so it is the same in both companies.
    const ofAll = draft({ geoFenceName: 'Of all', begunAt: 1_790_000_000_129, applyToAllVehicles: true })
    const everywhere = await saved('staff', { ...ofAll, vehicleList: [id('A')] })
    expect(await save('staff', { ...ofAll, vehicleList: [id('X')] })).toMatchObject({
      status: 409,
      body: { message: ERRORS.fenceCreatedBefore.message, code: 'fenceCreatedBefore' },
    })
    expect(await saved('staff', { ...ofAll, vehicleList: [id('B')] })).toBe(everywhere)
  })
})
