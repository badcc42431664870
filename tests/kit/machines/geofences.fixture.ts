import { createActor } from 'xstate'
import { errorMessage } from '#contract/errors.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofences.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { FenceShape } from '#domain/fences.ts'
import type { GeofencesEvent } from '#src/machines/geofences/geofences.events.ts'
import type { FenceForm } from '#src/machines/geofences/geofences.logic.ts'
import { geofencesMachine } from '#src/machines/geofences/geofences.machine.ts'
import type { DrawingKeyEvent, FenceChoices, SavedFence } from '#src/machines/geofences/geofences.ports.ts'
import { selectFieldErrors, selectOutdated } from '#src/machines/geofences/geofences.selectors.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { fence, fenceDetail } from '#tests/kit/builders/geofences.ts'
import { controlledEvents, controlledPromise, recordedAction } from './controlled-ports.ts'

/** When fences are created, in ms UTC. */
export const NOW = Date.UTC(2026, 10, 20, 9, 2, 10)
/** Shapes to draw. */
export const CIRCLE = { kind: 'circle', centre: [77.59, 12.97], radiusM: 500 } satisfies FenceShape
export const TRIANGLE = {
  kind: 'polygon',
  corners: [
    [77, 12],
    [78, 12],
    [78, 13],
  ],
} satisfies FenceShape

type Snapshot = Parameters<typeof selectFieldErrors>[0]
/** What is wrong with the form, in English, by field. */
export const selectFieldTexts = (snapshot: Snapshot): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(selectFieldErrors(snapshot)).map(([field, fault]) => [field, errorMessage(fault)]),
  )
/** What the form says once somebody else has saved the fence. */
export const selectOutdatedText = (snapshot: Snapshot): string | undefined => {
  const fault = selectOutdated(snapshot)
  return fault && errorMessage(fault)
}

/** The machine of geofences, its ports answered by the test. */
export const createGeofencesFixture = () => {
  const list = controlledPromise<readonly GeofenceItem[]>()
  const choices = controlledPromise<FenceChoices>()
  const details = controlledPromise<GeofenceDetail, { geoFenceId: number }>()
  const save = controlledPromise<SavedFence, FenceForm>()
  const remove = controlledPromise<string, { geoFenceId: number }>()
  const keys = controlledEvents<DrawingKeyEvent>()
  const drawTool = recordedAction<{ to: string }>()
  const notices = recordedAction<Notice>()
  const machine = geofencesMachine.provide({
    actors: {
      loadFences: list.logic,
      loadChoices: choices.logic,
      openFence: details.logic,
      saveFence: save.logic,
      deleteFence: remove.logic,
      drawingKeys: keys.logic,
    },
    actions: { commandDrawTool: drawTool.act, notify: notices.act },
  })
  return { machine, list, choices, details, save, remove, keys, drawTool, notices }
}

/** The geofences of a role, their ports answered by the test; the list has not loaded yet. */
export const openGeofences = (role: 'CUSTOMER' | 'ANALYTICSUSER' = 'CUSTOMER') => {
  const { machine, ...ports } = createGeofencesFixture()
  const actor = createActor(machine, {
    input: { role, chosen: { vehicleIds: [], groupIds: [], regionIds: [] }, timeZone: DEFAULT_TIME_ZONE },
  }).start()
  const send = (...events: GeofencesEvent[]) => {
    for (const event of events) actor.send(event)
  }
  const now = <T>(select: (snapshot: ReturnType<typeof actor.getSnapshot>) => T) =>
    select(actor.getSnapshot())
  return { actor, ...ports, send, now }
}

/** The list of two fences has loaded. */
export const openBrowsing = async (role: 'CUSTOMER' | 'ANALYTICSUSER' = 'CUSTOMER') => {
  const all = openGeofences(role)
  await all.list.latest().resolve([fence(4, { geoFenceShapeName: 'Depot north' }), fence(5)])
  return all
}

/** A fence was created, and nothing of it is drawn. */
export const openDrawing = async () => {
  const all = await openBrowsing()
  all.send({ type: 'fence.create', now: NOW }, { type: 'hint.acknowledged' })
  return all
}

/** The first fence of the list is open for editing. */
export const openEditing = async () => {
  const all = await openBrowsing()
  all.send({ type: 'fence.edit', geoFenceId: 4 })
  await all.details.latest().resolve(fenceDetail(fence(4)))
  return all
}
