import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '#src/texts/en/errors.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import {
  begin,
  closePageAfterEach,
  fleet,
  listedNames,
  openFences,
  page,
  press,
  type,
} from '#tests/kit/views/geofences.page.tsx'
import { USER, vehicle } from '#tests/kit/views/page.tsx'

closePageAfterEach()

/** Counts the listeners that a target gains from now on and keeps, by event. */
const listenersOf = (target: EventTarget) => {
  const held: [string, unknown][] = []
  const { addEventListener, removeEventListener } = target
  vi.spyOn(target, 'addEventListener').mockImplementation((...listenerArgs) => {
    held.push([listenerArgs[0], listenerArgs[1]])
    addEventListener.apply(target, listenerArgs)
  })
  vi.spyOn(target, 'removeEventListener').mockImplementation((...listenerArgs) => {
    const place = held.findIndex(
      ([type, listener]) => type === listenerArgs[0] && listener === listenerArgs[1],
    )
    if (place >= 0) held.splice(place, 1)
    removeEventListener.apply(target, listenerArgs)
  })
  return (type: string) => held.filter(([of]) => of === type).length
}

test('GEO-14 the mode shows fences and clears the markers of the others; leaving restores them', async () => {
  await openFences()
  expect(page.map.drawn()).toMatchObject({ vehicles: [], clusters: [] })
  expect(page.map.drawn().fences.map(({ geoFenceId }) => geoFenceId)).toEqual([5, 4])
  await press('Back to the fleet')
  await page.answerList([vehicle(1)])
  expect(page.map.drawn().fences).toEqual([])
  expect(page.map.drawn().vehicles).toHaveLength(1)
})

test('GEO-01 the map moves to all fences once they have loaded', async () => {
  await openFences()
  const [lng, lat] = page.map.drawn().camera.centre
  expect([lng > 77 && lng < 78, lat > 15 && lat < 19]).toEqual([true, true])
})

test('GEO-01 a fence chosen in the list comes into view, one pressed on the map stays where it is seen', async () => {
  await openFences()
  const camera = () => page.map.drawn().camera
  const whole = camera()
  await page.act(() => page.map.press({ at: [77, 18], geoFenceId: 4 }))
  expect(page.map.drawn().fences).toContainEqual({ geoFenceId: 4, chosen: true })
  expect(camera()).toEqual(whole)
  await press(/^Quarry/)
  const quarry = camera()
  expect(quarry).not.toEqual(whole)
  await press(/^Depot north/)
  expect(camera(), 'also the one that was pressed before').not.toEqual(quarry)
})

test('GEO-01 all fences come into view when they are shown again, not when they are hidden', async () => {
  await openFences()
  const camera = () => page.map.drawn().camera
  const whole = camera()
  const toggle = () => page.act(() => fireEvent.click(screen.getByLabelText('Show all on the map')))
  await page.act(() => page.map.drag({ centre: [70, 10] }))
  const dragged = camera()
  await toggle()
  expect(camera()).toEqual(dragged)
  await toggle()
  expect(camera()).toEqual(whole)
})

test('GEO-01 fences are listed, searched, and shown one or all', async () => {
  await openFences()
  expect(listedNames()).toEqual(['Depot northCircle · Radius 2.00 kms', 'QuarryPolygon · 3 corners'])
  await type('Search geofences', 'quar')
  expect(listedNames()).toEqual(['QuarryPolygon · 3 corners'])
  expect(page.map.drawn().fences).toHaveLength(1)
  await type('Search geofences', '')
  await page.act(() => fireEvent.click(screen.getByLabelText('Show all on the map')))
  expect(page.map.drawn().fences).toEqual([])
  await press(/^Depot north/)
  expect(page.map.drawn().fences).toEqual([{ geoFenceId: 4, chosen: true }])
})

test('GEO-01 fences that fail to load are neither counted nor searched, none can be created, and Retry loads them', async () => {
  await openFences()
  const loaded = page.fences.answers['geofenceList']
  page.fences.answers['geofenceList'] = () => {
    throw refusedCall('unavailable')
  }
  await press('Back to the fleet')
  await page.act(() => fleet()?.send({ type: 'geofences.opened' }))
  const panel = screen.getByRole('region', { name: 'Geofences' })
  expect(panel.textContent).toBe(`GeofencesThe geofences could not be loaded${ERROR_TEXTS.unavailable}Retry`)
  expect(screen.queryByRole('textbox')).toBeNull()
  page.fences.answers['geofenceList'] = loaded as () => unknown
  await press('Retry')
  expect(listedNames()).toHaveLength(2)
  expect(document.activeElement).toBe(panel)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create geofence' }).disabled).toBe(false)
})

test('GEO-02 MAP-17 the popup of fence types has the text and an OK button', async () => {
  await openFences()
  await press('Create geofence')
  const hint = await screen.findByRole('dialog', { name: 'CREATE GEOFENCE' })
  expect(hint.textContent).toContain(
    'By default you can create circular geofence. To create POLYGONAL geofence press SHIFT.',
  )
  expect(
    within(hint)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['OK'])
})

test('GEO-04 a press on a fence opens its popup with edit and delete', async () => {
  await openFences()
  await page.act(() => page.map.pressAt([77.59, 12.97]))
  const popup = screen.getByRole('region', { name: 'Depot north' })
  expect(
    within(popup)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Edit', 'Delete'])
  await page.act(() => page.map.closePopup())
  expect(screen.queryByRole('region', { name: 'Depot north' })).toBeNull()
})

test('CR-08 a logout in the middle of an outline drops it: nothing is saved or drawn, and input is ignored', async () => {
  await openFences()
  const listenersFor = listenersOf(window)
  await begin()
  await type('Name', 'Depot south')
  await page.act(() => fireEvent.keyDown(document.body, { key: 'Shift' }))
  for (const at of [
    [77, 13],
    [78, 13],
  ] as const)
    await page.act(() => page.map.pressAt(at))
  expect(page.map.drawn().drawing?.begun?.corners).toBe(2)
  expect(listenersFor('keydown') + listenersFor('keyup') + listenersFor('blur')).toBeGreaterThan(0)
  await press('Log out')
  await press('Discard')
  await screen.findByRole('button', { name: 'Log in' })
  expect(page.map.drawn()).toMatchObject({ drawing: null, fences: [], popups: 0 })
  expect(page.fences.bodies('saveGeofence')).toEqual([])
  expect([listenersFor('keydown'), listenersFor('keyup'), listenersFor('blur')]).toEqual([0, 0, 0])
  await page.act(() => page.map.pressAt([78, 14]))
  await page.act(() => fireEvent.keyUp(document.body, { key: 'Shift' }))
  expect(page.map.drawn().drawing).toBeNull()
})

test('GEO-05 GEO-16 deletion asks for confirmation; cancel sends no call, OK sends the id', async () => {
  await openFences()
  page.fences.answers['deleteGeofences'] = () => ({ geoFenceIdList: [4], message: 'Geofences deleted' })
  await press(/^Depot north/)
  const ask = () =>
    page.act(() => fireEvent.click(screen.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement))
  await ask()
  await press('cancel')
  expect(page.fences.bodies('deleteGeofences')).toEqual([])
  await ask()
  await press('OK')
  expect(page.fences.bodies('deleteGeofences')).toEqual([{ geoFenceIdList: [4] }])
})

test('viewers without permission cannot change a fence, and an empty list says so', async () => {
  await openFences({ user: { ...USER, roles: ['ANALYTICSUSER'] }, listed: [] })
  expect(screen.queryByRole('button', { name: 'Create geofence' })).toBeNull()
  expect(screen.getByText('No geofences yet')).toBeTruthy()
})

test('on a phone the list and the form slide up from below', async () => {
  await openFences({ isPhone: true })
  expect(screen.getByRole('button', { name: 'Fold Geofences' })).toBeTruthy()
  await begin()
  expect(screen.getByRole('form', { name: 'New geofence' })).toBeTruthy()
})
