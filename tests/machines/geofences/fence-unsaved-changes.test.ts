import { describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { GeofencesEvent } from '#src/machines/geofences/geofences.events.ts'
import { isChanged, newForm } from '#src/machines/geofences/geofences.logic.ts'
import {
  selectFields,
  selectIsAsking,
  selectIsBrowsing,
  selectIsForm,
  selectIsUnsaved,
  selectShape,
} from '#src/machines/geofences/geofences.selectors.ts'
import { fence, fenceDetail } from '#tests/kit/builders/geofences.ts'
import { refusedField } from '#tests/kit/builders/refused-calls.ts'
import { CIRCLE, NOW, openDrawing, openEditing, TRIANGLE } from '#tests/kit/machines/geofences.fixture.ts'

const named = (name: string): GeofencesEvent => ({ type: 'fence.fieldChanged', fields: { name } })

/** Each way to leave the form, and where it leads. */
const EXITS = [
  ['Cancel', { type: 'fence.cancelled' }, 'list'],
  ['Escape', { type: 'escape.pressed' }, 'list'],
  ['leaving the mode', { type: 'geofences.close' }, 'fleet'],
] as const

test.each(['vehicleIds', 'groupIds', 'regionIds'] as const)(
  'CR-08 %s removed and added again are no change; one left out is',
  (which) => {
    const ids = { vehicleIds: [1, 2, 11], groupIds: [3, 4, 21], regionIds: [5, 6, 31] }
    const opened = newForm(NOW, { ...ids, timeZone: DEFAULT_TIME_ZONE })
    const [first = 0, ...others] = ids[which]
    const chosen = (next: readonly number[]) => ({
      ...opened,
      fields: { ...opened.fields, [which]: next },
    })
    expect(isChanged(chosen([...others, first]), opened)).toBe(false)
    expect(isChanged(chosen(others), opened)).toBe(true)
  },
)

test('an untouched form is not compared: the check runs at every step of the fences', () => {
  const ids = { vehicleIds: [], groupIds: [], regionIds: [] }
  const opened = Object.defineProperty(newForm(NOW, { ...ids, timeZone: DEFAULT_TIME_ZONE }), 'fields', {
    get: () => expect.fail('looked through'),
  })
  expect(isChanged(opened, opened)).toBe(false)
})

describe.each(EXITS)('CR-08 %s', (_name, event, to) => {
  const isThere = ({ actor, now }: Awaited<ReturnType<typeof openEditing>>) =>
    to === 'list' ? now(selectIsBrowsing) : actor.getSnapshot().status === 'done'

  test('leaves at once without changes, or when the changes are undone', async () => {
    for (const opened of [openDrawing, openEditing]) {
      const all = await opened()
      const name = all.now(selectFields)?.name ?? ''
      all.send(named('Other'), named(name))
      expect(all.now(selectIsUnsaved)).toBe(false)
      all.send(event)
      expect([isThere(all), all.now(selectIsAsking)]).toEqual([true, false])
    }
  })

  test.each<[string, GeofencesEvent[]]>([
    ['a name was typed', [named('Other')]],
    ['the shape was moved', [{ type: 'drawing.finished', shape: TRIANGLE }]],
  ])(
    'asks for confirmation before %s: keeping loses nothing, discarding leaves nothing',
    async (_what, changes) => {
      for (const opened of [openDrawing, openEditing]) {
        const all = await opened()
        all.send(...changes)
        const before = [all.now(selectFields), all.now(selectShape)]
        all.send(event)
        expect([all.now(selectIsAsking), all.now(selectIsForm)]).toEqual([true, true])
        all.send({ type: 'fence.kept' })
        expect([all.now(selectIsAsking), all.now(selectFields), all.now(selectShape)]).toEqual([
          false,
          ...before,
        ])
        all.send(event, { type: 'fence.discarded' })
        expect([isThere(all), all.now(selectFields), all.save.calls.length]).toEqual([true, null, 0])
      }
    },
  )
})

test.each(EXITS)(
  'CR-08 leaving the mode while the confirmation for %s is open discards nothing',
  async (_name, event) => {
    const { actor, send, now } = await openEditing()
    send(named('Other'), event, { type: 'geofences.close' }, { type: 'geofences.close' })
    expect([now(selectIsAsking), now(selectFields)?.name]).toEqual([true, 'Other'])
    send({ type: 'fence.kept' })
    expect([now(selectIsAsking), now(selectFields)?.name]).toEqual([false, 'Other'])
    send(event, { type: 'geofences.close' }, { type: 'fence.discarded' })
    expect(actor.getSnapshot().status).toBe('done')
  },
)

test('CR-08 an unfinished outline asks for confirmation, and is still unfinished when kept', async () => {
  const { send, now } = await openDrawing()
  send({ type: 'drawing.begun', tool: 'polygon', corners: 2 }, { type: 'fence.cancelled' })
  expect(now(selectIsAsking)).toBe(true)
  send({ type: 'fence.kept' })
  expect(now(({ context }) => context.begun)).toEqual({ tool: 'polygon', corners: 2 })
})

test('GEO-06 a save in progress cannot be cancelled; an open confirmation closes once it is saved', async () => {
  const { send, now, save, list } = await openDrawing()
  send(named('Depot'), { type: 'drawing.finished', shape: CIRCLE }, { type: 'fence.save' })
  send({ type: 'fence.cancelled' })
  expect([now(selectIsForm), now(selectIsAsking)]).toEqual([true, false])
  send({ type: 'geofences.close' })
  expect(now(selectIsAsking)).toBe(true)
  await save.latest().resolve({ geoFenceId: 9, message: 'Geofence created' })
  expect([now(selectIsForm), now(selectIsAsking), list.calls.length]).toEqual([false, false, 2])
})

test.each(EXITS)(
  'CR-08 %s during a reload continues once there is nothing to discard',
  async (_name, event, to) => {
    const { actor, send, now, save, details } = await openEditing()
    send(named('Other'), { type: 'fence.save' })
    await save.latest().reject(refusedField('revision', 'fenceOutdated'))
    send({ type: 'fence.reload' }, event)
    expect(now(selectIsAsking)).toBe(true)
    await details.latest().resolve(fenceDetail(fence(4)))
    expect([now(selectIsAsking), now(selectIsForm)]).toEqual([false, false])
    expect([now(selectIsBrowsing), actor.getSnapshot().status === 'done']).toEqual([
      to === 'list',
      to === 'fleet',
    ])
  },
)
