import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { FenceShape } from '#contract/records/fence-shape.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofence.ts'
import type { DrawingKey, FenceChoices, GeofencesEvent } from '#src/machines/geofences/geofences.events.ts'
import { type FenceForm, fencesNamed, payloadOf } from '#src/machines/geofences/geofences.logic.ts'
import { geofencesMachine, type SavedFence } from '#src/machines/geofences/geofences.machine.ts'
import {
  selectCanChange,
  selectCanRedo,
  selectCanUndo,
  selectChosenFence,
  selectFaults,
  selectFenceFailure,
  selectFields,
  selectIsBrowsing,
  selectIsForm,
  selectIsReloading,
  selectOutdated,
  selectShape,
  selectShowsHint,
  selectTool,
} from '#src/machines/geofences/geofences.selectors.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { fence, fenceDetail } from '#tests/kit/fences.ts'
import { actionByHand, eventsByHand, promiseByHand, settled } from '#tests/kit/machine-ports.ts'

const NOW = Date.UTC(2026, 10, 20, 9, 2, 10)
const CIRCLE: FenceShape = { kind: 'circle', centre: [77.59, 12.97], radiusM: 500 }
const TRIANGLE: FenceShape = {
  kind: 'polygon',
  corners: [
    [77, 12],
    [78, 12],
    [78, 13],
  ],
}

const open = (role: 'CUSTOMER' | 'ANALYTICSUSER' = 'CUSTOMER') => {
  const list = promiseByHand<readonly GeofenceItem[]>()
  const choices = promiseByHand<FenceChoices>()
  const details = promiseByHand<GeofenceDetail, { geoFenceId: number }>()
  const save = promiseByHand<SavedFence, FenceForm>()
  const remove = promiseByHand<string, { geoFenceId: number }>()
  const keys = eventsByHand<DrawingKey>()
  const pen = actionByHand<{ to: string }>()
  const notices = actionByHand<Notice>()
  const actor = createActor(
    geofencesMachine.provide({
      actors: {
        loadFences: list.logic,
        loadChoices: choices.logic,
        openFence: details.logic,
        saveFence: save.logic,
        deleteFence: remove.logic,
        drawingKeys: keys.logic,
      },
      actions: { tellPen: pen.act, notify: notices.act },
    }),
    { input: { role, chosen: { vehicleIds: [], groupIds: [], regionIds: [] } } },
  ).start()
  const send = (...events: GeofencesEvent[]) => {
    for (const event of events) actor.send(event)
  }
  const now = <T>(select: (snapshot: ReturnType<typeof actor.getSnapshot>) => T) =>
    select(actor.getSnapshot())
  return { actor, list, choices, details, save, remove, keys, pen, notices, send, now }
}

const browsing = async (role: 'CUSTOMER' | 'ANALYTICSUSER' = 'CUSTOMER') => {
  const all = open(role)
  await all.list.latest().resolve([fence(4, { geoFenceShapeName: 'Depot north' }), fence(5)])
  return all
}

const drawing = async () => {
  const all = await browsing()
  all.send({ type: 'fence.create', now: NOW }, { type: 'hint.acknowledged' })
  return all
}

const editing = async () => {
  const all = await browsing()
  all.send({ type: 'fence.edit', geoFenceId: 4 })
  await all.details.latest().resolve(fenceDetail(fence(4)))
  return all
}

describe('the list', () => {
  test('GEO-01 fences are loaded, and loaded again after a failure', async () => {
    const { list, send, now } = open()
    await list.latest().reject(new Error('no'))
    expect(now(selectIsBrowsing)).toBe(false)
    send({ type: 'geofences.retry' })
    await list.latest().resolve([fence(4)])
    expect(now(selectIsBrowsing)).toBe(true)
  })

  test('OPEN-14 names are searched by any part of them, whatever the case', () => {
    const fences = [fence(4, { geoFenceShapeName: 'Depot north' }), fence(5)]
    expect(fencesNamed(fences, ' depOT ').map(({ geoFenceId }) => geoFenceId)).toEqual([4])
    expect(fencesNamed(fences, '')).toHaveLength(2)
  })

  test('a viewer who may not change anything makes, changes and deletes nothing', async () => {
    const { send, now, details } = await browsing('ANALYTICSUSER')
    expect(now(selectCanChange)).toBe(false)
    send({ type: 'fence.create', now: NOW }, { type: 'fence.edit', geoFenceId: 4 })
    send({ type: 'fence.delete', geoFenceId: 4 })
    expect(now(selectIsBrowsing)).toBe(true)
    expect(details.calls).toEqual([])
  })
})

describe('drawing', () => {
  test('GEO-02 MAP-17 creation starts with the popup on the types of fences', async () => {
    const { send, now } = await browsing()
    send({ type: 'fence.create', now: NOW })
    expect([now(selectShowsHint), now(selectIsForm)]).toEqual([true, false])
    send({ type: 'hint.acknowledged' })
    expect([now(selectShowsHint), now(selectIsForm)]).toEqual([false, true])
  })

  test('GEO-03 a circle by default, a polygon while Shift is held, a circle after', async () => {
    const { keys, now } = await drawing()
    expect(now(selectTool)).toBe('circle')
    keys.latest().emit({ type: 'shift.pressed' })
    expect(now(selectTool)).toBe('polygon')
    keys.latest().emit({ type: 'shift.released' })
    expect(now(selectTool)).toBe('circle')
  })

  test('GEO-03 Shift released in the middle of a polygon changes the tool only after it is finished', async () => {
    const { keys, send, now } = await drawing()
    keys.latest().emit({ type: 'shift.pressed' })
    send({ type: 'drawing.begun', tool: 'polygon' })
    keys.latest().emit({ type: 'shift.released' })
    expect(now(selectTool)).toBe('polygon')
    send({ type: 'drawing.dropped' })
    expect(now(selectTool)).toBe('circle')
  })

  test('GEO-03 Shift means nothing where no drawing tool is active', async () => {
    const { keys, send, now } = await drawing()
    send({ type: 'drawing.finished', shape: CIRCLE })
    keys.latest().emit({ type: 'shift.pressed' })
    send({ type: 'fence.redraw' })
    expect(now(selectTool)).toBe('circle')
  })

  test('GEO-03 whatever happens, what is begun keeps its tool, and Shift held means a polygon else', async () => {
    const word = fc.constantFrom<GeofencesEvent>(
      { type: 'shift.pressed' },
      { type: 'shift.released' },
      { type: 'drawing.begun', tool: 'circle' },
      { type: 'drawing.begun', tool: 'polygon' },
      { type: 'drawing.dropped' },
      { type: 'drawing.refused', reason: 'no' },
    )
    const ready = await drawing()
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        ready.send({ type: 'drawing.dropped' }, { type: 'shift.released' })
        let held = false
        let begun: 'circle' | 'polygon' | null = null
        for (const event of words) {
          ready.send(event)
          if (event.type === 'shift.pressed') held = true
          if (event.type === 'shift.released') held = false
          if (event.type === 'drawing.begun') begun = event.tool
          if (event.type === 'drawing.dropped') begun = null
          expect(ready.now(selectTool)).toBe(begun ?? (held ? 'polygon' : 'circle'))
        }
      }),
    )
  })

  test('undo and redo go to the pen while something is begun, and to the shape after', async () => {
    const { send, now, pen } = await drawing()
    send({ type: 'drawing.begun', tool: 'polygon' }, { type: 'fence.undo' }, { type: 'fence.redo' })
    send({ type: 'fence.finish' })
    expect(pen.done.map(({ to }) => to)).toEqual(['undo', 'redo', 'finish'])
    send({ type: 'drawing.finished', shape: TRIANGLE })
    expect([now(selectCanUndo), now(selectCanRedo)]).toEqual([true, false])
    const moved: FenceShape = { ...TRIANGLE, corners: [...TRIANGLE.corners, [77, 13]] }
    send({ type: 'drawing.finished', shape: moved }, { type: 'fence.undo' })
    expect(now(selectShape)).toEqual(TRIANGLE)
    send({ type: 'fence.redo' })
    expect(now(selectShape)).toEqual(moved)
    send({ type: 'fence.undo' }, { type: 'fence.undo' })
    expect([now(selectShape), now(selectTool)]).toEqual([null, 'circle'])
    send({ type: 'fence.redo' })
    expect(now(selectShape)).toEqual(TRIANGLE)
  })

  test('what is typed into one figure is one step; another figure, and what is not typed, is one of its own', async () => {
    const { send, now } = await drawing()
    const set = (radiusM: number, figure: string | null) =>
      send({ type: 'fence.shapeSet', shape: { kind: 'circle', centre: [77, 12], radiusM }, figure })
    const radii: number[] = []
    set(100, null)
    for (const radiusM of [5, 50, 500]) set(radiusM, 'radius')
    set(501, 'latitude')
    set(502, null)
    set(503, null)
    for (let shape = now(selectShape); shape?.kind === 'circle'; shape = now(selectShape)) {
      radii.push(shape.radiusM)
      send({ type: 'fence.undo' })
    }
    expect(radii).toEqual([503, 502, 501, 500, 100])
    send({ type: 'fence.redo' }, { type: 'fence.redo' })
    expect(now(selectShape)).toMatchObject({ radiusM: 500 })
  })

  test('CR-08 Escape drops what is begun first, and then the whole fence, of which nothing is left', async () => {
    const { keys, send, now, pen, save } = await drawing()
    send({ type: 'fence.fieldChanged', fields: { name: 'Depot' } }, { type: 'drawing.begun', tool: 'circle' })
    keys.latest().emit({ type: 'escape.pressed' })
    expect([pen.done.at(-1)?.to, now(selectIsForm)]).toEqual(['drop', true])
    send({ type: 'drawing.dropped' })
    keys.latest().emit({ type: 'escape.pressed' })
    expect([now(selectIsBrowsing), now(selectFields), keys.latest().isOpen()]).toEqual([true, null, false])
    expect(save.calls).toEqual([])
  })

  test.each([
    ['the list is opened again', { type: 'fence.cancelled' }],
    ['the mode is left', { type: 'geofences.close' }],
  ] as const)(
    'CR-08 when %s in the middle, nothing is saved and nothing is listened to',
    async (_when, event) => {
      const { send, now, keys, save } = await drawing()
      send({ type: 'drawing.begun', tool: 'polygon' }, event)
      expect([now(selectFields), keys.latest().isOpen(), save.calls.length]).toEqual([null, false, 0])
    },
  )
})

describe('saving', () => {
  const filled = async () => {
    const all = await drawing()
    all.send({ type: 'fence.fieldChanged', fields: { name: ' Depot south ' } })
    all.send({ type: 'drawing.finished', shape: CIRCLE })
    return all
  }

  test('GEO-08 GEO-09 without name and shape nothing is sent, and each fault stands at its field', async () => {
    const { send, now, save } = await drawing()
    expect(now(selectFaults)).toEqual({})
    send({ type: 'fence.fieldChanged', fields: { validTo: '2020-01-01 00:00:00' } }, { type: 'fence.save' })
    expect(now(selectFaults)).toMatchObject({
      geoFenceName: 'Give the fence a name.',
      validTo: 'The fence must end after it begins.',
      geoFenceCircleLatitude: 'Place the centre of the circle on the map.',
    })
    expect(save.calls).toEqual([])
    send({ type: 'fence.fieldChanged', fields: { name: 'Depot', validTo: '2099-01-01 00:00:00' } })
    expect(Object.keys(now(selectFaults))).toContain('validTo')
  })

  test('GEO-08 GEO-03 what is missing is said for the tool that is chosen, and as far as the shape is begun', async () => {
    const { send, now } = await drawing()
    const shapeFaults = () =>
      Object.entries(now(selectFaults)).filter(([field]) => /^geoFence(Circle|Polygon)/.test(field))
    send({ type: 'fence.toolChosen', tool: 'polygon' })
    expect(shapeFaults()).toEqual([])
    send({ type: 'fence.save' })
    const outline = 'Place at least 3 corners of the outline on the map, and finish it.'
    expect(shapeFaults()).toEqual([['geoFencePolygonCoordinates', outline]])
    send({ type: 'drawing.begun', tool: 'polygon' })
    expect(shapeFaults()).toEqual([['geoFencePolygonCoordinates', outline]])
    send({ type: 'drawing.dropped' }, { type: 'fence.toolChosen', tool: 'circle' })
    expect(shapeFaults()).toEqual([['geoFenceCircleLatitude', 'Place the centre of the circle on the map.']])
    send({ type: 'drawing.begun', tool: 'circle' })
    expect(shapeFaults()).toEqual([
      ['geoFenceCircleRadiusInMeters', 'Place the edge of the circle on the map.'],
    ])
    send({ type: 'drawing.finished', shape: CIRCLE })
    expect(shapeFaults()).toEqual([])
  })

  test('OPEN-59 a radius below 50 m or above 50 km is a fault at once', async () => {
    const { send, now, save } = await filled()
    for (const radiusM of [49, 50_001]) {
      send(
        { type: 'fence.shapeSet', shape: { ...CIRCLE, radiusM }, figure: 'radius' },
        { type: 'fence.save' },
      )
      expect(now(selectFaults)).toEqual({
        geoFenceCircleRadiusInMeters: 'Give a radius from 50 to 50000 metres.',
      })
    }
    expect(save.calls).toEqual([])
  })

  test('GEO-10 without any vehicle, group or region it is not sent; with one of them it is', async () => {
    const { send, now, save } = await filled()
    send({ type: 'fence.fieldChanged', fields: { appliesToAll: false } }, { type: 'fence.save' })
    expect(Object.keys(now(selectFaults))).toEqual(['vehicleList'])
    send({ type: 'fence.fieldChanged', fields: { groupIds: [31] } }, { type: 'fence.save' })
    expect(save.latest().input.fields.groupIds).toEqual([31])
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

  test('GEO-06 GEO-15 a fence that somebody else has saved is loaded anew only when that is asked for, and nothing typed is lost before', async () => {
    const { send, now, save, details } = await editing()
    const outdated = { name: 'CallRefused', message: 'revision: Changed. Reload it.', retryAfterMs: null }
    send({ type: 'fence.reload' })
    expect(details.calls).toHaveLength(1)
    send({ type: 'fence.fieldChanged', fields: { name: 'Mine' } }, { type: 'fence.save' })
    expect(payloadOf(save.latest().input)).toMatchObject({ geoFenceId: 4, revision: 1 })
    await save.latest().reject(outdated)
    expect([now(selectOutdated), now(selectFenceFailure)]).toEqual(['Changed. Reload it.', null])
    send({ type: 'fence.fieldChanged', fields: { typeId: 3 } }, { type: 'fence.reload' })
    expect(details.latest().input).toEqual({ geoFenceId: 4 })
    await details.latest().reject({ name: 'NetworkFailure', message: 'x', retryAfterMs: null })
    expect([now(selectFields)?.name, now(selectFields)?.typeId, now(selectOutdated)]).toEqual([
      'Mine',
      3,
      'Changed. Reload it.',
    ])
    send({ type: 'fence.reload' })
    await details.latest().resolve(fenceDetail(fence(4), { geoFenceShapeName: 'Theirs', revision: 2 }))
    expect([now(selectFields)?.name, now(selectOutdated), now(selectFenceFailure)]).toEqual([
      'Theirs',
      undefined,
      null,
    ])
    send({ type: 'fence.save' })
    expect(payloadOf(save.latest().input)).toMatchObject({ revision: 2 })
  })

  test('GEO-06 GEO-15 an outdated form stays outdated until it is loaded anew, whatever else Save finds wrong', async () => {
    const { send, now, save, details } = await editing()
    const outdated = { name: 'CallRefused', message: 'revision: Changed. Reload it.', retryAfterMs: null }
    send({ type: 'fence.save' })
    await save.latest().reject(outdated)
    const says = () => [now(selectOutdated), now(selectFenceFailure)?.message]
    send({ type: 'fence.fieldChanged', fields: { name: '' } }, { type: 'fence.save' })
    expect([...says(), save.calls.length]).toEqual(['Changed. Reload it.', undefined, 1])
    send({ type: 'fence.redraw' }, { type: 'fence.save' })
    expect([...says(), save.calls.length]).toEqual(['Changed. Reload it.', undefined, 1])
    send({ type: 'fence.undo' }, { type: 'fence.fieldChanged', fields: { name: 'Mine' } })
    for (const failure of [
      { name: 'NetworkFailure', message: 'no net', retryAfterMs: null },
      { name: 'CallRefused', message: 'Not now.', retryAfterMs: null },
      { name: 'CallRefused', message: 'geoFenceName: Taken.', retryAfterMs: null },
    ]) {
      send({ type: 'fence.save' })
      expect(now(selectOutdated)).toBe('Changed. Reload it.')
      await save.latest().reject(failure)
      expect(says()).toEqual(['Changed. Reload it.', failure.message.split(': ').at(-1)])
    }
    expect(now(selectFaults).geoFenceName).toBe('Taken.')
    send({ type: 'fence.reload' })
    await details.latest().resolve(fenceDetail(fence(4), { revision: 2 }))
    expect(says()).toEqual([undefined, undefined])
    expect(now(selectFaults)).toEqual({})
  })

  test('GEO-15 a fence that is loaded anew can be left by Cancel and by Escape', async () => {
    for (const leave of ['cancel', 'escape']) {
      const { send, now, save, keys } = await editing()
      send({ type: 'fence.save' })
      await save.latest().reject({ name: 'CallRefused', message: 'revision: Changed.', retryAfterMs: null })
      send({ type: 'fence.reload' })
      expect(now(selectIsReloading)).toBe(true)
      if (leave === 'cancel') send({ type: 'fence.cancelled' })
      else keys.latest().emit({ type: 'escape.pressed' })
      expect([now(selectIsBrowsing), now(selectFields)]).toEqual([true, null])
    }
  })

  test('CR-08 a refused save keeps the draft and says at its field what the server found', async () => {
    const { send, now, save, list, notices } = await filled()
    send({ type: 'fence.save' })
    const message = 'geoFenceName: There is a fence of this name already. Choose another name.'
    await save.latest().reject({ name: 'CallRefused', message, retryAfterMs: null })
    expect(now(selectFields)?.name).toBe(' Depot south ')
    expect(now(selectShape)).toEqual(CIRCLE)
    expect(now(selectFaults)).toEqual({
      geoFenceName: 'There is a fence of this name already. Choose another name.',
    })
    send({ type: 'fence.fieldChanged', fields: { name: 'Depot west' } }, { type: 'fence.save' })
    expect(now(selectFaults)).toEqual({})
    await save.latest().reject({ name: 'NetworkFailure', message: 'x', retryAfterMs: null })
    expect([now(selectFenceFailure)?.kind, now(selectIsForm)]).toEqual(['away', true])
    send({ type: 'fence.save' })
    await save.latest().resolve({ geoFenceId: 9, message: 'Geofence created' })
    expect(notices.done).toEqual([{ kind: 'success', text: null, detail: 'Geofence created' }])
    await list.latest().resolve([fence(9)])
    expect(now(selectChosenFence)?.geoFenceId).toBe(9)
  })

  test('GEO-15 edit opens with the details of the fence', async () => {
    const { send, now, details } = await browsing()
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

  test('a fence that cannot be opened leaves the list, with the reason', async () => {
    const { send, now, details } = await browsing()
    send({ type: 'fence.edit', geoFenceId: 4 })
    await details
      .latest()
      .reject({ name: 'CallRefused', message: 'There is nothing here.', retryAfterMs: null })
    expect([now(selectIsBrowsing), now(selectFenceFailure)?.message]).toEqual([
      true,
      'There is nothing here.',
    ])
  })
})

describe('deleting', () => {
  test('GEO-05 GEO-16 cancel sends nothing; OK deletes that fence and loads the list anew', async () => {
    const { send, now, remove, list } = await browsing()
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
