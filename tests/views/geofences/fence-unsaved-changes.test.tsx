import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { selectSession, selectSupport } from '#src/machines/app/app.selectors.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import { fence, fenceDetail } from '#tests/kit/builders/geofences.ts'
import {
  begin,
  closePageAfterEach,
  fleet,
  LISTED,
  openFences,
  page,
  press,
  type,
} from '#tests/kit/views/geofences.page.tsx'
import { USER } from '#tests/kit/views/page.tsx'

closePageAfterEach()

const question = () => screen.queryByRole('dialog', { name: 'Discard changes?' })
const mode = () => {
  const actor = fleet()
  return actor && selectMode(actor.getSnapshot())
}
/** Presses a button of the confirmation. */
const answer = (name: string) => {
  const dialog = question()
  if (dialog === null) throw new Error('Nothing is asked.')
  return page.act(() => fireEvent.click(within(dialog).getByRole('button', { name })))
}

test('CR-08 Cancel asks for confirmation when there are changes, once, and not otherwise', async () => {
  await openFences()
  page.fences.answers['geofenceEditDetails'] = () => fenceDetail(LISTED[0] ?? fence(4))
  await press(/^Depot north/)
  const edit = () =>
    page.act(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
  await edit()
  const cancel = () => page.act(() => fireEvent.click(screen.getByText('Cancel')))
  await cancel()
  expect([question(), screen.queryByRole('form')]).toEqual([null, null])
  await edit()
  await type('Name', 'Depot south')
  await cancel()
  expect(question()?.textContent).toContain('Your changes are not saved.')
  expect(document.activeElement?.textContent).toBe('Keep editing')
  await answer('Keep editing')
  expect([question(), screen.getByLabelText<HTMLInputElement>('Name').value]).toEqual([null, 'Depot south'])
  await cancel()
  await answer('Discard')
  expect([question(), screen.queryByRole('form')]).toEqual([null, null])
  expect(page.fences.bodies('saveGeofence')).toEqual([])
})

test('GEO-03 a shape that was begun and discarded has no figures in the next form', async () => {
  await openFences()
  await begin()
  await page.act(() => page.map.pressAt([77, 13]))
  const figures = 'Radius 0 m'
  expect(screen.getByText(figures)).toBeTruthy()
  await page.act(() => fireEvent.click(screen.getByText('Cancel')))
  await answer('Discard')
  await begin()
  expect(screen.queryByText(figures)).toBeNull()
})

test('CR-08 the grid map, opened over an unsaved fence, waits for the answer', async () => {
  await openFences()
  await begin()
  await type('Name', 'Yard')
  const open = () => page.act(() => fleet()?.send({ type: 'gridMap.opened', vehicleIds: [1] }))
  await open()
  await answer('Keep editing')
  expect([mode(), screen.getByLabelText<HTMLInputElement>('Name').value]).toEqual(['geofences', 'Yard'])
  await page.act(() => fleet()?.send({ type: 'back.pressed' }))
  await answer('Keep editing')
  await open()
  await answer('Discard')
  expect(mode()).toBe('gridMap')
  await page.act(() => fleet()?.send({ type: 'back.pressed' }))
  expect(mode(), 'it was opened once').toBe('normalFleet')
})

test('CR-08 another screen waits for the answer, and opens at once without unsaved changes', async () => {
  await openFences()
  await begin()
  await page.act(() => page.map.pressAt([77, 13]))
  const go = (path: string) => page.act(() => page.location.visit(path))
  await go('/settings')
  expect(page.location.current().path).toBe('/track-trace')
  expect(question()?.textContent).toContain('This geofence is not saved.')
  await answer('Keep editing')
  expect([page.location.current().path, page.map.drawn().drawing?.begun?.corners]).toEqual([
    '/track-trace',
    1,
  ])
  await go('/alerts')
  await answer('Discard')
  expect(page.location.current().path).toBe('/alerts')
  await go('/track-trace')
  await page.act(() => fleet()?.send({ type: 'geofences.opened' }))
  await begin()
  await go('/alerts')
  expect([question(), page.location.current().path]).toEqual([null, '/alerts'])
})

const hasSwitched = () => page.storePreference.done.find(({ key }) => key === 'uiType') ?? null

const isSwitching = () =>
  selectSupport(page.actor.getSnapshot())?.getSnapshot().matches('leaving') === true ? true : null

test.each([
  ['Log out', 'button', 'MANAGER', () => screen.queryByRole('button', { name: 'Log in' })],
  ['BETA', 'switch', 'MANAGER', hasSwitched],
  ['SWITCH PROFILE', 'button', 'CSSUPPORT', isSwitching],
] as const)('CR-08 %s waits for the answer', async (name, role, user, gone) => {
  await openFences({ user: { ...USER, roles: [user] } })
  await begin()
  await type('Name', 'Yard')
  const leave = () => page.act(() => fireEvent.click(screen.getByRole(role, { name })))
  await leave()
  expect([question() === null, gone()]).toEqual([false, null])
  await answer('Keep editing')
  expect([gone(), screen.getByLabelText<HTMLInputElement>('Name').value]).toEqual([null, 'Yard'])
  await leave()
  await answer('Discard')
  await waitFor(() => expect(gone()).not.toBeNull())
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
})

test('CR-08 a session that ends by itself discards the fence without asking', async () => {
  await openFences()
  await begin()
  await type('Name', 'Yard')
  await page.act(() => selectSession(page.actor.getSnapshot())?.send({ type: 'session.lost' }))
  await screen.findByRole('button', { name: 'Log in' })
  expect(question()).toBeNull()
})
