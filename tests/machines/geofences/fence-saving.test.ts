import { describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { type FenceFields, payloadOf } from '#src/machines/geofences/geofences.logic.ts'
import {
  selectChosenFence,
  selectFenceFailure,
  selectFields,
  selectIsBrowsing,
  selectIsForm,
  selectIsReloading,
  selectShape,
} from '#src/machines/geofences/geofences.selectors.ts'
import { fence, fenceDetail } from '#tests/kit/builders/geofences.ts'
import { refusedCall, refusedField } from '#tests/kit/builders/refused-calls.ts'
import {
  CIRCLE,
  openDrawing,
  openEditing,
  selectFieldTexts,
  selectOutdatedText,
  TRIANGLE,
} from '#tests/kit/machines/geofences.fixture.ts'

describe('saving', () => {
  const filled = async () => {
    const all = await openDrawing()
    all.send({ type: 'fence.fieldChanged', fields: { name: ' Depot south ' } })
    all.send({ type: 'drawing.finished', shape: CIRCLE })
    return all
  }

  test('GEO-08 GEO-09 without a name and a shape nothing is sent, and each error shows at its field', async () => {
    const { send, now, save } = await openDrawing()
    expect(now(selectFieldTexts)).toEqual({})
    send({ type: 'fence.fieldChanged', fields: { validTo: '2020-01-01 00:00:00' } }, { type: 'fence.save' })
    expect(now(selectFieldTexts)).toMatchObject({
      geoFenceName: 'Give the fence a name.',
      validTo: 'The fence must end after it begins.',
      geoFenceCircleLatitude: 'Place the centre of the circle on the map.',
    })
    expect(save.calls).toEqual([])
    send({ type: 'fence.fieldChanged', fields: { name: 'Depot', validTo: '2099-01-01 00:00:00' } })
    expect(Object.keys(now(selectFieldTexts))).toContain('validTo')
  })

  test('GEO-08 GEO-03 missing input is reported for the chosen tool, depending on how far the shape is drawn', async () => {
    const { send, now } = await openDrawing()
    const shapeErrors = () =>
      Object.entries(now(selectFieldTexts)).filter(([field]) => /^geoFence(Circle|Polygon)/.test(field))
    send({ type: 'fence.toolChosen', tool: 'polygon' })
    expect(shapeErrors()).toEqual([])
    send({ type: 'fence.save' })
    const outline = 'Place at least 3 corners of the outline on the map, and finish it.'
    expect(shapeErrors()).toEqual([['geoFencePolygonCoordinates', outline]])
    send({ type: 'fence.toolChosen', tool: 'circle' })
    expect(shapeErrors()).toEqual([['geoFenceCircleLatitude', 'Place the centre of the circle on the map.']])
    const corners = (count: number) => send({ type: 'drawing.begun', tool: 'polygon', corners: count })
    corners(1)
    expect(shapeErrors(), 'he is at it').toEqual([])
    corners(2)
    send({ type: 'fence.save' })
    expect(shapeErrors()).toEqual([['geoFencePolygonCoordinates', outline]])
    corners(3)
    expect(shapeErrors()).toEqual([])
    send({ type: 'fence.save' })
    expect(shapeErrors()).toEqual([
      ['geoFencePolygonCoordinates', 'Finish the outline: press its first corner again, or Finish outline.'],
    ])
    send({ type: 'drawing.dropped' }, { type: 'drawing.begun', tool: 'circle', corners: 1 })
    expect(shapeErrors()).toEqual([])
    send({ type: 'fence.save' })
    expect(shapeErrors()).toEqual([
      ['geoFenceCircleRadiusInMeters', 'Place the edge of the circle on the map.'],
    ])
    send({ type: 'drawing.finished', shape: CIRCLE })
    expect(shapeErrors()).toEqual([])
  })

  test('GEO-10 the payload names vehicles, groups and regions, or says that the fence is for all', async () => {
    const { send, save } = await filled()
    const chosen = { vehicleIds: [7, 8], groupIds: [31], regionIds: [41, 42] }
    send({ type: 'fence.fieldChanged', fields: { ...chosen, appliesToAll: false } }, { type: 'fence.save' })
    const named = [{ vehicleId: 7 }, { vehicleId: 8 }]
    expect(payloadOf(save.latest().input)).toMatchObject({
      ...{ vehicleDtoList: named, vehicleInfoList: named, vehicleList: [7, 8] },
      ...{ groupIdList: [31], regionIdList: [41, 42] },
    })
    const { fields, ...form } = save.latest().input
    expect(payloadOf({ ...form, fields: { ...fields, appliesToAll: true } })).toMatchObject({
      ...{ vehicleDtoList: [], vehicleInfoList: [], vehicleList: [], groupIdList: [], regionIdList: [] },
    })
  })

  test('GEO-08 errors show only on changed or submitted fields, and disappear once corrected', async () => {
    const { send, now, save } = await filled()
    const visibleErrors = () => Object.keys(now(selectFieldTexts))
    const change = (fields: Partial<FenceFields>) => send({ type: 'fence.fieldChanged', fields })
    change({ name: '' })
    expect(visibleErrors(), 'a name that was taken away').toEqual(['geoFenceName'])
    change({ name: 'Depot', appliesToAll: false })
    expect(visibleErrors(), 'whom it watches is still to be chosen').toEqual([])
    send({ type: 'fence.save' })
    expect(visibleErrors()).toEqual(['vehicleList'])
    change({ appliesToAll: true })
    expect(visibleErrors()).toEqual([])
    change({ appliesToAll: false })
    expect(visibleErrors(), 'it was mended').toEqual([])
    change({ vehicleIds: [1] })
    change({ vehicleIds: [] })
    expect(visibleErrors(), 'the last one was taken away').toEqual(['vehicleList'])
    change({ appliesToAll: true, validFrom: '2099-01-01 00:00:00' })
    expect(visibleErrors(), 'it ends before it begins').toEqual(['validTo'])
    change({ validFrom: '2026-11-20 14:00:00' })
    expect(visibleErrors()).toEqual([])
    send({ type: 'fence.save' })
    await save.latest().reject({ name: 'NetworkFailure', message: 'x', retryAfterMs: null })
    send({ type: 'fence.redraw' })
    expect([visibleErrors(), now(selectFenceFailure)?.kind], 'drawn anew').toEqual([[], 'away'])
    send({ type: 'fence.undo' }, { type: 'fence.save' })
    await save.latest().reject(refusedField('geoFenceName', 'fenceNameTaken'))
    expect([visibleErrors(), now(selectFenceFailure)]).toEqual([['geoFenceName'], null])
    change({ name: 'Depot east' })
    expect([visibleErrors(), now(selectFenceFailure)]).toEqual([[], null])
  })

  test('OPEN-59 a radius below 50 m or above 50 km is an error at once', async () => {
    const { send, now, save } = await filled()
    for (const radiusM of [49, 50_001]) {
      send(
        { type: 'fence.shapeSet', shape: { ...CIRCLE, radiusM }, figure: 'radius' },
        { type: 'fence.save' },
      )
      expect(now(selectFieldTexts)).toEqual({
        geoFenceCircleRadiusInMeters: 'Give a radius from 50 to 50000 metres.',
      })
    }
    expect(save.calls).toEqual([])
  })

  test('GEO-10 a fence is sent only with at least one vehicle, group or region', async () => {
    const { send, now, save } = await filled()
    send({ type: 'fence.fieldChanged', fields: { appliesToAll: false } }, { type: 'fence.save' })
    expect(Object.keys(now(selectFieldTexts))).toEqual(['vehicleList'])
    send({ type: 'fence.fieldChanged', fields: { groupIds: [31] } }, { type: 'fence.save' })
    expect(save.latest().input.fields.groupIds).toEqual([31])
  })

  test('GEO-06 DI-12 repeated saves of one new fence carry the same key; another new fence has another', async () => {
    const { send, save } = await filled()
    const begunAt = () => payloadOf(save.latest().input).begunAt
    send({ type: 'fence.save' })
    const first = begunAt()
    expect(first).toEqual(expect.any(Number))
    const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
    await save.latest().reject(away)
    send({ type: 'fence.fieldChanged', fields: { name: 'Depot north' } }, { type: 'fence.save' })
    expect(save.calls).toHaveLength(2)
    expect(begunAt()).toBe(first)
    await save.latest().reject(away)
    send({ type: 'fence.cancelled' }, { type: 'fence.discarded' })
    const next = Number(first) + 5
    send({ type: 'fence.create', now: next }, { type: 'hint.acknowledged' })
    send({ type: 'fence.fieldChanged', fields: { name: 'Depot east' } })
    send({ type: 'drawing.finished', shape: CIRCLE }, { type: 'fence.save' })
    expect(begunAt()).toBe(next)
  })

  test('GEO-11 GEO-12 a circle sends null corners and a polygon null circle fields', async () => {
    const { send, save } = await filled()
    send({ type: 'fence.save' })
    const circle = payloadOf(save.latest().input)
    expect(circle).toMatchObject({
      geoFenceId: null,
      shapeType: 'circle',
      geoFencePolygonCoordinates: null,
      geoFenceCircleLatitude: 12.97,
      geoFenceCircleLongitude: 77.59,
      geoFenceCircleRadiusInMeters: 500,
    })
    expect(payloadOf({ ...save.latest().input, shape: TRIANGLE })).toMatchObject({
      shapeType: 'polygon',
      geoFencePolygonCoordinates: [
        { latitude: 12, longitude: 77 },
        { latitude: 12, longitude: 78 },
        { latitude: 13, longitude: 78 },
      ],
      geoFenceCircleLatitude: null,
      geoFenceCircleLongitude: null,
      geoFenceCircleRadiusInMeters: null,
    })
  })

  test('GEO-06 GEO-15 a fence saved by another user is reloaded only on request, and typed input is kept until then', async () => {
    const { send, now, save, details } = await openEditing()
    const outdated = refusedField('revision', 'fenceOutdated')
    send({ type: 'fence.reload' })
    expect(details.calls).toHaveLength(1)
    send({ type: 'fence.fieldChanged', fields: { name: 'Mine' } }, { type: 'fence.save' })
    expect(payloadOf(save.latest().input)).toMatchObject({ geoFenceId: 4, revision: 1 })
    await save.latest().reject(outdated)
    expect([now(selectOutdatedText), now(selectFenceFailure)]).toEqual([ERRORS.fenceOutdated.message, null])
    send({ type: 'fence.fieldChanged', fields: { typeId: 3 } }, { type: 'fence.reload' })
    expect(details.latest().input).toEqual({ geoFenceId: 4 })
    await details.latest().reject({ name: 'NetworkFailure', message: 'x', retryAfterMs: null })
    expect([now(selectFields)?.name, now(selectFields)?.typeId, now(selectOutdatedText)]).toEqual([
      'Mine',
      3,
      ERRORS.fenceOutdated.message,
    ])
    send({ type: 'fence.reload' })
    await details.latest().resolve(fenceDetail(fence(4), { geoFenceShapeName: 'Theirs', revision: 2 }))
    expect([now(selectFields)?.name, now(selectOutdatedText), now(selectFenceFailure)]).toEqual([
      'Theirs',
      undefined,
      null,
    ])
    send({ type: 'fence.save' })
    expect(payloadOf(save.latest().input)).toMatchObject({ revision: 2 })
  })

  test('GEO-06 GEO-15 an outdated form stays outdated until it is reloaded, whatever other errors Save finds', async () => {
    const { send, now, save, details } = await openEditing()
    const outdated = refusedField('revision', 'fenceOutdated')
    send({ type: 'fence.save' })
    await save.latest().reject(outdated)
    const says = () => [now(selectOutdatedText), now(selectFenceFailure)?.code]
    send({ type: 'fence.fieldChanged', fields: { name: '' } }, { type: 'fence.save' })
    expect([...says(), save.calls.length]).toEqual([ERRORS.fenceOutdated.message, undefined, 1])
    send({ type: 'fence.redraw' }, { type: 'fence.save' })
    expect([...says(), save.calls.length]).toEqual([ERRORS.fenceOutdated.message, undefined, 1])
    send({ type: 'fence.undo' }, { type: 'fence.fieldChanged', fields: { name: 'Mine' } })
    for (const [failure, code] of [
      [{ name: 'NetworkFailure', message: 'no net', retryAfterMs: null }, null],
      [refusedCall('unavailable'), 'unavailable'],
      [refusedField('geoFenceName', 'fenceNameTaken'), undefined],
    ] as const) {
      send({ type: 'fence.save' })
      expect(now(selectOutdatedText)).toBe(ERRORS.fenceOutdated.message)
      await save.latest().reject(failure)
      expect(says()).toEqual([ERRORS.fenceOutdated.message, code])
    }
    expect(now(selectFieldTexts)['geoFenceName']).toBe(ERRORS.fenceNameTaken.message)
    send({ type: 'fence.reload' })
    await details.latest().resolve(fenceDetail(fence(4), { revision: 2 }))
    expect(says()).toEqual([undefined, undefined])
    expect(now(selectFieldTexts)).toEqual({})
  })

  test('GEO-15 a reloaded fence can be left by Cancel and by Escape', async () => {
    for (const leave of ['cancel', 'escape']) {
      const { send, now, save, keys } = await openEditing()
      send({ type: 'fence.save' })
      await save.latest().reject(refusedField('revision', 'fenceOutdated'))
      send({ type: 'fence.reload' })
      expect(now(selectIsReloading)).toBe(true)
      if (leave === 'cancel') send({ type: 'fence.cancelled' })
      else keys.latest().emit({ type: 'escape.pressed' })
      expect([now(selectIsBrowsing), now(selectFields)]).toEqual([true, null])
    }
  })

  test("CR-08 a rejected save keeps the draft and shows the server's error at its field", async () => {
    const { send, now, save, list, notices } = await filled()
    send({ type: 'fence.save' })
    await save.latest().reject(refusedField('geoFenceName', 'fenceNameTaken'))
    expect(now(selectFields)?.name).toBe(' Depot south ')
    expect(now(selectShape)).toEqual(CIRCLE)
    expect(now(selectFieldTexts)).toEqual({
      geoFenceName: 'There is a fence of this name already. Choose another name.',
    })
    send({ type: 'fence.fieldChanged', fields: { name: 'Depot west' } }, { type: 'fence.save' })
    expect(now(selectFieldTexts)).toEqual({})
    await save.latest().reject({ name: 'NetworkFailure', message: 'x', retryAfterMs: null })
    expect([now(selectFenceFailure)?.kind, now(selectIsForm)]).toEqual(['away', true])
    send({ type: 'fence.save' })
    await save.latest().resolve({ geoFenceId: 9, message: 'Geofence created' })
    expect(notices.done).toEqual([{ kind: 'success', text: null, detail: 'Geofence created' }])
    await list.latest().resolve([fence(9)])
    expect(now(selectChosenFence)?.geoFenceId).toBe(9)
  })
})
