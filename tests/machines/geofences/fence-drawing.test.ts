import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultOf } from '#contract/errors.ts'
import type { FenceShape } from '#domain/fences.ts'
import type { GeofencesEvent } from '#src/machines/geofences/geofences.events.ts'
import {
  selectCanRedo,
  selectCanUndo,
  selectFields,
  selectIsAsking,
  selectIsBrowsing,
  selectIsForm,
  selectRefusal,
  selectShape,
  selectShowsHint,
  selectTool,
} from '#src/machines/geofences/geofences.selectors.ts'
import { CIRCLE, NOW, openBrowsing, openDrawing, TRIANGLE } from '#tests/kit/machines/geofences.fixture.ts'

describe('drawing a fence', () => {
  test('GEO-02 MAP-17 creation starts with the popup of fence types', async () => {
    const { send, now } = await openBrowsing()
    send({ type: 'fence.create', now: NOW })
    expect([now(selectShowsHint), now(selectIsForm)]).toEqual([true, false])
    send({ type: 'hint.acknowledged' })
    expect([now(selectShowsHint), now(selectIsForm)]).toEqual([false, true])
  })

  test('GEO-03 the tool is a circle by default, a polygon while Shift is held, a circle again afterwards', async () => {
    const { keys, now } = await openDrawing()
    expect(now(selectTool)).toBe('circle')
    keys.latest().emit({ type: 'shift.pressed' })
    expect(now(selectTool)).toBe('polygon')
    keys.latest().emit({ type: 'shift.released' })
    expect(now(selectTool)).toBe('circle')
  })

  test('GEO-03 releasing Shift in the middle of a polygon changes the tool only once it is finished', async () => {
    const { keys, send, now } = await openDrawing()
    keys.latest().emit({ type: 'shift.pressed' })
    send({ type: 'drawing.begun', tool: 'polygon', corners: 1 })
    keys.latest().emit({ type: 'shift.released' })
    expect(now(selectTool)).toBe('polygon')
    send({ type: 'drawing.dropped' })
    expect(now(selectTool)).toBe('circle')
  })

  test('GEO-03 Shift has no effect without an active drawing tool', async () => {
    const { keys, send, now } = await openDrawing()
    send({ type: 'drawing.finished', shape: CIRCLE })
    keys.latest().emit({ type: 'shift.pressed' })
    send({ type: 'fence.redraw' })
    expect(now(selectTool)).toBe('circle')
  })

  test('GEO-03 in any sequence an unfinished shape keeps its tool; otherwise Shift held means a polygon', async () => {
    const arbitraryEvent = fc.constantFrom<GeofencesEvent>(
      { type: 'shift.pressed' },
      { type: 'shift.released' },
      { type: 'drawing.begun', tool: 'circle', corners: 1 },
      { type: 'drawing.begun', tool: 'polygon', corners: 1 },
      { type: 'drawing.dropped' },
      { type: 'drawing.refused', fault: faultOf('fenceFlat') },
    )
    const ready = await openDrawing()
    fc.assert(
      fc.property(fc.array(arbitraryEvent, { maxLength: 30 }), (events) => {
        ready.send({ type: 'drawing.dropped' }, { type: 'shift.released' })
        let held = false
        let begun: 'circle' | 'polygon' | null = null
        for (const event of events) {
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

  test('undo and redo apply to the draw tool while a shape is unfinished, and to the shape afterwards', async () => {
    const { send, now, drawTool } = await openDrawing()
    send(
      { type: 'drawing.begun', tool: 'polygon', corners: 1 },
      { type: 'fence.undo' },
      { type: 'fence.redo' },
    )
    send({ type: 'fence.finish' })
    expect(drawTool.done.map(({ to }) => to)).toEqual(['undo', 'finish'])
    expect([now(selectCanUndo), now(selectCanRedo)], 'nothing was taken back').toEqual([true, false])
    send({ type: 'drawing.redoChanged', canRedo: true }, { type: 'fence.redo' })
    expect([drawTool.done.at(-1)?.to, now(selectCanRedo)]).toEqual(['redo', true])
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

  test('GEO-03 a redrawn shape has its own redo history; undoing all of it returns to the history of the shape before', async () => {
    const { send, now, drawTool } = await openDrawing()
    const can = () => [now(selectCanUndo), now(selectCanRedo)]
    expect(can()).toEqual([false, false])
    send({ type: 'drawing.begun', tool: 'circle', corners: 1 })
    expect(can(), 'a circle that is begun').toEqual([true, false])
    send({ type: 'drawing.dropped' })
    expect(can()).toEqual([false, false])
    send({ type: 'drawing.finished', shape: TRIANGLE }, { type: 'fence.redraw' })
    expect(can(), 'drawn anew').toEqual([true, false])
    send({ type: 'drawing.begun', tool: 'polygon', corners: 1 })
    expect(can(), 'an outline that is begun').toEqual([true, false])
    send({ type: 'drawing.redoChanged', canRedo: true }, { type: 'drawing.dropped' })
    expect(can(), 'its only corner is taken back').toEqual([true, true])
    send({ type: 'fence.redo' })
    expect(drawTool.done.at(-1)?.to).toBe('redo')
    send({ type: 'fence.undo' })
    expect([now(selectShape), ...can()]).toEqual([TRIANGLE, true, true])
    send({ type: 'fence.redo' })
    expect([now(selectShape), ...can()]).toEqual([null, true, false])
  })

  test('typing into one figure is one undo step; another figure, or a change not typed, is a step of its own', async () => {
    const { send, now } = await openDrawing()
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

  test('a refused shape is no longer named once another is set', async () => {
    const { send, now } = await openDrawing()
    send({ type: 'drawing.refused', fault: faultOf('fenceDrawnTooWide') })
    expect(now(selectRefusal)).not.toBeNull()
    send({ type: 'fence.shapeSet', shape: CIRCLE, figure: null })
    expect(now(selectRefusal)).toBeNull()
  })

  test('typing on in a figure after its step was undone is a step of its own', async () => {
    const { send, now } = await openDrawing()
    const set = (radiusM: number) =>
      send({ type: 'fence.shapeSet', shape: { ...CIRCLE, radiusM }, figure: 'radius' })
    set(5)
    send({ type: 'fence.undo' })
    set(6)
    send({ type: 'fence.undo' })
    expect(now(selectShape)).toBeNull()
  })

  test('CR-08 Escape drops the unfinished shape first, then, after confirmation, the whole fence', async () => {
    const { keys, send, now, drawTool, save } = await openDrawing()
    send(
      { type: 'fence.fieldChanged', fields: { name: 'Depot' } },
      { type: 'drawing.begun', tool: 'circle', corners: 1 },
    )
    keys.latest().emit({ type: 'escape.pressed' })
    expect([drawTool.done.at(-1)?.to, now(selectIsForm)]).toEqual(['drop', true])
    send({ type: 'drawing.dropped' })
    keys.latest().emit({ type: 'escape.pressed' })
    expect([now(selectIsAsking), now(selectFields)?.name]).toEqual([true, 'Depot'])
    send({ type: 'fence.discarded' })
    expect([now(selectIsBrowsing), now(selectFields), keys.latest().isOpen()]).toEqual([true, null, false])
    expect(save.calls).toEqual([])
  })

  test.each([
    ['the list is opened again', { type: 'fence.cancelled' }],
    ['the mode is left', { type: 'geofences.close' }],
  ] as const)('CR-08 when %s in the middle, nothing is saved and input is ignored', async (_when, event) => {
    const { send, now, keys, save } = await openDrawing()
    send({ type: 'drawing.begun', tool: 'polygon', corners: 1 }, event)
    expect([now(selectIsAsking), keys.latest().isOpen()]).toEqual([true, true])
    send({ type: 'fence.discarded' })
    expect([now(selectFields), keys.latest().isOpen(), save.calls.length]).toEqual([null, false, 0])
  })
})
