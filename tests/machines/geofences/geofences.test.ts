import { describe, expect, test } from 'vitest'
import { fencesNamed } from '#src/machines/geofences/geofences.logic.ts'
import {
  selectCanChange,
  selectChosenFence,
  selectFenceFailure,
  selectFields,
  selectIsBrowsing,
  selectShape,
} from '#src/machines/geofences/geofences.selectors.ts'
import { fence, fenceDetail } from '#tests/kit/builders/geofences.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'
import { NOW, openBrowsing, openGeofences } from '#tests/kit/machines/geofences.fixture.ts'

describe('the list', () => {
  test('GEO-01 fences are loaded, and can be reloaded after a failure', async () => {
    const { list, send, now } = openGeofences()
    await list.latest().reject(new Error('no'))
    expect(now(selectIsBrowsing)).toBe(false)
    send({ type: 'geofences.retry' })
    await list.latest().resolve([fence(4)])
    expect(now(selectIsBrowsing)).toBe(true)
  })

  test('OPEN-14 a search matches any part of the name, ignoring case', () => {
    const fences = [fence(4, { geoFenceShapeName: 'Depot north' }), fence(5)]
    expect(fencesNamed(fences, ' depOT ').map(({ geoFenceId }) => geoFenceId)).toEqual([4])
    expect(fencesNamed(fences, '')).toHaveLength(2)
  })

  test('a viewer without permission creates, changes and deletes nothing', async () => {
    const { send, now, details } = await openBrowsing('ANALYTICSUSER')
    expect(now(selectCanChange)).toBe(false)
    send({ type: 'fence.create', now: NOW }, { type: 'fence.edit', geoFenceId: 4 })
    send({ type: 'fence.delete', geoFenceId: 4 })
    expect(now(selectIsBrowsing)).toBe(true)
    expect(details.calls).toEqual([])
  })
})

describe('editing', () => {
  test('GEO-15 editing opens with the details of the fence', async () => {
    const { send, now, details } = await openBrowsing()
    send({ type: 'fence.edit', geoFenceId: 4 })
    expect(details.latest().input).toEqual({ geoFenceId: 4 })
    await details
      .latest()
      .resolve(fenceDetail(fence(4), { typeId: 3, applyToAllVehicles: false, vehicleList: [2] }))
    expect(now(selectFields)).toMatchObject({
      name: 'Fence 4',
      typeId: 3,
      vehicleIds: [2],
      appliesToAll: false,
    })
    expect(now(selectShape)).toEqual({ kind: 'circle', centre: [77.59, 12.97], radiusM: 2000 })
  })

  test('a fence that cannot be opened leaves the list and gives the reason', async () => {
    const { send, now, details } = await openBrowsing()
    send({ type: 'fence.edit', geoFenceId: 4 })
    await details
      .latest()
      .reject({ name: 'CallRefused', message: 'There is nothing here.', retryAfterMs: null })
    expect([now(selectIsBrowsing), now(selectFenceFailure)?.message]).toEqual([
      true,
      'There is nothing here.',
    ])
    send({ type: 'fence.chosen', geoFenceId: 5 })
    expect(now(selectFenceFailure), 'of the other fence').toBeNull()
  })
})

describe('deleting', () => {
  test('GEO-05 GEO-16 Cancel sends nothing; OK deletes the fence and reloads the list', async () => {
    const { send, now, remove, list } = await openBrowsing()
    send({ type: 'fence.delete', geoFenceId: 4 }, { type: 'fence.cancelled' })
    await settled()
    expect([remove.calls.length, now(selectIsBrowsing)]).toEqual([0, true])
    send({ type: 'fence.delete', geoFenceId: 4 }, { type: 'fence.deleteConfirmed' })
    expect(remove.latest().input).toEqual({ geoFenceId: 4 })
    await remove.latest().resolve('Geofences deleted')
    expect(list.calls).toHaveLength(2)
    await list.latest().resolve([fence(5)])
    expect(now(selectChosenFence)).toBeUndefined()
  })
})
