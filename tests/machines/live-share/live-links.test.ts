import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { MODEL_SHARE } from '#src/machines/live-share/live-links.model.ts'
import {
  selectFenceChoices,
  selectHasNoFences,
  selectIsLinkBusy,
  selectLinksDialog,
  selectLinksFailure,
  selectMadeId,
  selectShareChange,
  selectShareForm,
  selectShares,
} from '#src/machines/live-share/live-links.selectors.ts'
import { simulatedClock } from '#tests/kit/machines/controlled-ports.ts'
import { createLiveLinksFixture } from '#tests/kit/views/live-links.fixture.ts'

const away = { name: 'NetworkFailure', message: '', retryAfterMs: null }
const subject = { kind: 'vehicles', vehicleIds: [5] } as const

const start = () => {
  const links = createLiveLinksFixture()
  const clock = simulatedClock()
  const actor = createActor(links.machine, { clock }).start()
  const now = () => actor.getSnapshot()
  return { ...links, clock, actor, now, dialog: () => selectLinksDialog(now()) }
}

test('OPEN-43 a link is made of what the form says, and shown; a failure keeps the form', async () => {
  const { create, fences, actor, now, dialog } = start()
  actor.send({ type: 'links.shareOpened', subject, label: '' })
  expect(selectShareForm(now())).toMatchObject({ endsBy: 'time', hours: 8 })
  await fences.latest().resolve([{ geoFenceId: 3, geoFenceName: 'Depot' }])
  expect(selectFenceChoices(now())).toHaveLength(1)
  actor.send({
    type: 'links.formChanged',
    change: { endsBy: 'arrival', geoFenceId: 3, label: 'Order 12' },
  })
  actor.send({ type: 'links.submitted' })
  expect(selectIsLinkBusy(now())).toBe(true)
  await create.latest().reject(away)
  expect([dialog(), selectLinksFailure(now())?.kind]).toEqual(['form', 'away'])
  actor.send({ type: 'links.submitted' })
  expect(create.latest().input).toEqual({
    ...{ subject, endsBy: 'arrival', hours: 8, endsAt: null, geoFenceId: 3, label: 'Order 12' },
  })
  await create.latest().resolve({ shareId: 4 })
  expect([dialog(), selectMadeId(now()), selectLinksFailure(now())]).toEqual(['made', 4, null])
  expect(JSON.stringify(now().context), 'the address is no part of the machine').not.toContain('liveTrack')
  actor.send({ type: 'links.closed' })
  expect(dialog()).toBeNull()
})

test('TRP-13 OPEN-43 a trip is shared until it ends, unless another end is chosen', async () => {
  const { create, fences, actor, now } = start()
  actor.send({
    type: 'links.shareOpened',
    subject: { kind: 'trip', tripId: 9, vehicleId: 5 },
    label: 'A → B',
  })
  expect(selectShareForm(now())).toMatchObject({ endsBy: 'trip', label: 'A → B' })
  await fences.latest().reject(away)
  expect(selectHasNoFences(now())).toBe(true)
  actor.send({ type: 'links.submitted' })
  expect(create.latest().input.subject).toEqual({ kind: 'trip', tripId: 9, vehicleId: 5 })
})

test('OPEN-43 the list is read again every 15 s, so that its visits go on', async () => {
  const { list, clock, actor, now } = start()
  actor.send({ type: 'links.listOpened' })
  await list.latest().reject(away)
  expect(selectLinksFailure(now())).not.toBeNull()
  actor.send({ type: 'links.retry' })
  await list.latest().resolve([MODEL_SHARE])
  clock.increment(15_000)
  expect(list.latest().input).toEqual({ isPolled: true })
  await list.latest().resolve([{ ...MODEL_SHARE, views: 9 }])
  expect(selectShares(now())?.[0]?.views).toBe(9)
  clock.increment(15_000)
  await list.latest().reject(away)
  expect([selectShares(now())?.[0]?.views, selectLinksFailure(now())?.kind]).toEqual([9, 'away'])
  clock.increment(15_000)
  await list.latest().resolve([MODEL_SHARE])
  expect(selectLinksFailure(now())).toBeNull()
  actor.send({ type: 'links.closed' })
  clock.increment(60_000)
  expect(list.calls).toHaveLength(5)
})

test('OPEN-43 AC-07 a link is revoked after a question, and the list is read again', async () => {
  const { list, change, actor, now } = start()
  actor.send({ type: 'links.listOpened' })
  await list.latest().resolve([MODEL_SHARE])
  actor.send({ type: 'links.revokePressed', shareId: 4 })
  actor.send({ type: 'links.cancelled' })
  expect([change.calls.length, selectShareChange(now())]).toEqual([0, null])
  actor.send({ type: 'links.revokePressed', shareId: 4 })
  actor.send({ type: 'links.confirmed' })
  await change.latest().reject(away)
  expect([selectShareChange(now())?.kind, selectLinksFailure(now())?.kind]).toEqual(['revoke', 'away'])
  actor.send({ type: 'links.confirmed' })
  expect(change.latest().input).toEqual({ kind: 'revoke', shareId: 4 })
  await change.latest().resolve()
  expect([selectShareChange(now()), list.calls.length]).toEqual([null, 2])
})

test('OPEN-43 the end of a link is moved to so many hours from now', async () => {
  const { list, change, actor, now } = start()
  actor.send({ type: 'links.listOpened' })
  await list.latest().resolve([MODEL_SHARE])
  actor.send({ type: 'links.endPressed', shareId: 4 })
  actor.send({ type: 'links.endChosen', hours: 24 })
  actor.send({ type: 'links.confirmed' })
  expect(change.latest().input).toEqual({ kind: 'end', shareId: 4, hours: 24 })
  await change.latest().reject(away)
  expect(selectShareChange(now())).toEqual({ kind: 'end', shareId: 4, hours: 24 })
})

test('OPEN-43 while the list is read again after a change, the next one can be chosen', async () => {
  const { list, change, actor, now } = start()
  actor.send({ type: 'links.listOpened' })
  await list.latest().resolve([MODEL_SHARE])
  actor.send({ type: 'links.endPressed', shareId: 4 })
  actor.send({ type: 'links.confirmed' })
  await change.latest().resolve()
  actor.send({ type: 'links.revokePressed', shareId: 4 })
  expect(selectShareChange(now())).toEqual({ kind: 'revoke', shareId: 4 })
})

test('OPEN-43 a link can be shared again from the list', async () => {
  const { list, actor, dialog, now } = start()
  actor.send({ type: 'links.listOpened' })
  await list.latest().resolve([MODEL_SHARE])
  actor.send({ type: 'links.shareOpened', subject, label: 'Order 12' })
  expect([dialog(), selectShareForm(now()).label]).toEqual(['form', 'Order 12'])
})
