// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GeofenceItem } from '#contract/records/geofence.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import '#src/views/geofences/geofences-mode.tsx'
import { fence, fenceDetail } from '#tests/kit/fences.ts'
import { openPage, type Page, USER, vehicle } from './kit/page.tsx'

let page: Page

const LISTED: readonly GeofenceItem[] = [
  fence(4, { geoFenceShapeName: 'Depot north' }),
  fence(5, {
    geoFenceShapeName: 'Quarry',
    shapeType: 'polygon',
    circleLatitude: null,
    circleLongitude: null,
    radius: null,
    geoFencePolygonCoordinatesList: [
      { latitude: 20, longitude: 77 },
      { latitude: 20, longitude: 78 },
      { latitude: 21, longitude: 78 },
    ],
  }),
]

const openFences = async ({ isPhone = false, user = USER, listed = LISTED } = {}) => {
  page = openPage({ isPhone })
  page.fences.answers['geofenceList'] = () => ({ geofences: listed })
  await page.signIn(user)
  await page.answerList([vehicle(1)])
  await page.let(() => fleet()?.send({ type: 'geofences.opened' }))
  await screen.findByRole('heading', { name: 'Geofences' })
}

const fleet = () => selectFleet(page.actor.getSnapshot())
const press = (name: string | RegExp) => page.let(() => fireEvent.click(screen.getByRole('button', { name })))
const begin = async () => {
  await press('Create geofence')
  await press('OK')
}
const type = (label: string, value: string) =>
  page.let(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const listedNames = () =>
  within(screen.getByRole('list', { name: 'List of geofences' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** Counts the listeners that a target gets from now on and does not lose, by their event. */
const listenersOf = (target: EventTarget) => {
  const held: [string, unknown][] = []
  const { addEventListener, removeEventListener } = target
  vi.spyOn(target, 'addEventListener').mockImplementation((...said) => {
    held.push([said[0], said[1]])
    addEventListener.apply(target, said)
  })
  vi.spyOn(target, 'removeEventListener').mockImplementation((...said) => {
    const place = held.findIndex(([type, listener]) => type === said[0] && listener === said[1])
    if (place >= 0) held.splice(place, 1)
    removeEventListener.apply(target, said)
  })
  return (type: string) => held.filter(([of]) => of === type).length
}

/** What stands at a field as its fault. */
const faultOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent

describe('geofences', () => {
  beforeEach(() => void window.localStorage.clear())
  afterEach(() => {
    page.close()
    vi.restoreAllMocks()
  })

  test('GEO-14 the mode shows fences and clears the markers of the others; the way back restores them', async () => {
    await openFences()
    expect(page.map.drawn()).toMatchObject({ vehicles: [], groups: [] })
    expect(page.map.drawn().fences.map(({ geoFenceId }) => geoFenceId)).toEqual([5, 4])
    await press('Back to the fleet')
    await page.answerList([vehicle(1)])
    expect(page.map.drawn().fences).toEqual([])
    expect(page.map.drawn().vehicles).toHaveLength(1)
  })

  test('GEO-01 fences are listed, searched, and shown alone or all', async () => {
    await openFences()
    expect(listedNames()).toEqual(['Depot northCircle · Radius 2.00 kms', 'QuarryPolygon · 3 corners'])
    await type('Search geofences', 'quar')
    expect(listedNames()).toEqual(['QuarryPolygon · 3 corners'])
    expect(page.map.drawn().fences).toHaveLength(1)
    await type('Search geofences', '')
    await page.let(() => fireEvent.click(screen.getByLabelText('Show all on the map')))
    expect(page.map.drawn().fences).toEqual([])
    await press(/^Depot north/)
    expect(page.map.drawn().fences).toEqual([{ geoFenceId: 4, chosen: true }])
  })

  test('GEO-02 MAP-17 the popup on the types of fences has the text and an OK button', async () => {
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
    await page.let(() => page.map.pressAt([77.59, 12.97]))
    const popup = screen.getByRole('region', { name: 'Depot north' })
    expect(
      within(popup)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Edit', 'Delete'])
    await page.let(() => page.map.closePopup())
    expect(screen.queryByRole('region', { name: 'Depot north' })).toBeNull()
  })

  test('GEO-03 GEO-06 a circle is drawn on the map and saved with what the form says', async () => {
    await openFences()
    await begin()
    expect(page.map.drawn().drawing).toMatchObject({ tool: 'circle', ready: true })
    await page.let(() => page.map.pressAt([77, 13]))
    await page.let(() => page.map.pressAt([77.05, 13]))
    expect(screen.getByText(/^Circle · Radius 5\.4\d kms$/)).toBeTruthy()
    await type('Name', 'Depot south')
    await press('Save')
    const [body] = page.fences.bodies('saveGeofence')
    expect(body).toMatchObject({
      geoFenceId: null,
      dicvUserId: 7,
      geoFenceName: 'Depot south',
      shapeType: 'circle',
      geoFencePolygonCoordinates: null,
      applyToAllVehicles: true,
      typeId: 1,
      entryAlert: true,
      exitAlert: true,
      skippedAlert: false,
      vehicleList: [],
    })
  })

  test('GEO-10 a new fence watches the vehicles that are checked on the map', async () => {
    await openFences()
    await press('Back to the fleet')
    await page.answerList([vehicle(1)])
    await page.let(() => fleet()?.send({ type: 'vehicles.chosen', vehicleIds: [2] }))
    await page.let(() => fleet()?.send({ type: 'geofences.opened' }))
    await begin()
    expect(screen.getByRole('switch', { name: 'All vehicles' })).toHaveProperty('checked', false)
    await page.let(() => page.map.pressAt([77, 13]))
    await page.let(() => page.map.pressAt([77.05, 13]))
    await type('Name', 'Depot west')
    await press('Save')
    expect(page.fences.bodies('saveGeofence')).toMatchObject([
      { applyToAllVehicles: false, vehicleList: [2], groupIdList: [], regionIdList: [] },
    ])
  })

  test('GEO-03 Shift on the keyboard draws a polygon, and nothing while a name is typed', async () => {
    await openFences()
    await begin()
    await page.let(() => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Shift' }))
    expect(page.map.drawn().drawing?.tool).toBe('circle')
    await page.let(() => fireEvent.keyDown(document.body, { key: 'Shift' }))
    expect(page.map.drawn().drawing?.tool).toBe('polygon')
    for (const at of [
      [77, 13],
      [78, 13],
    ] as const)
      await page.let(() => page.map.pressAt(at))
    await page.let(() => fireEvent.keyUp(document.body, { key: 'Shift' }))
    await page.let(() => page.map.pressAt([78, 14]))
    expect(page.map.drawn().drawing?.begun?.corners).toBe(3)
    await press('Finish outline')
    expect(screen.getByText('Polygon · 3 corners')).toBeTruthy()
  })

  test('GEO-08 GEO-09 GEO-10 what is wrong stands at its field, and nothing is sent', async () => {
    await openFences()
    await begin()
    await page.let(() => fireEvent.click(screen.getByLabelText('All vehicles')))
    await press('Save')
    expect(faultOf(screen.getByLabelText('Name'))).toBe('Give the fence a name.')
    expect(screen.getByText('Place the centre of the circle on the map.')).toBeTruthy()
    expect(
      screen.getByText('Choose vehicles, or a group or region that has some, or all vehicles.'),
    ).toBeTruthy()
    expect(page.fences.bodies('saveGeofence')).toEqual([])
  })

  test('a circle is placed and sized by the keyboard alone', async () => {
    await openFences()
    await begin()
    await press('Place in the middle of the map')
    await type('Latitude', '13')
    await type('Longitude', '77.5')
    await type('Radius (m)', '20')
    expect(faultOf(screen.getByLabelText('Radius (m)'))).toBe('Give a radius from 50 to 50000 metres.')
    await type('Radius (m)', '1500')
    expect(page.map.drawn().drawing?.shape).toEqual({ kind: 'circle', centre: [77.5, 13], radiusM: 1500 })
    for (let step = 0; step < 4; step++) await press('Undo')
    expect(page.map.drawn().drawing?.shape).toBeNull()
  })

  test('GEO-03 an outline is placed, its corners typed, added and taken away by the keyboard alone, each step undone and made again', async () => {
    await openFences()
    await begin()
    await page.let(() => fireEvent.click(screen.getByLabelText('Polygon')))
    await press('Place in the middle of the map')
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Shape' }))
    const corners = () => {
      const shape = page.map.drawn().drawing?.shape
      return shape?.kind === 'polygon' ? shape.corners : []
    }
    const { centre } = page.map.drawn().camera
    const placed = corners()
    expect(placed).toHaveLength(4)
    for (const place of [0, 1] as const) {
      const middle = placed.reduce((sum, corner) => sum + corner[place], 0) / 4
      expect(middle).toBeCloseTo(centre[place], 5)
    }
    const [first, second, third, fourth] = placed
    if (!first || !second || !third || !fourth) throw new Error('A corner is missing.')
    const typed = [second[0], Number((second[1] + 0.1).toFixed(6))]
    await type('Corner 2 latitude', String(second[1] + 0.05))
    await type('Corner 2 latitude', String(typed[1]))
    expect(corners()).toEqual([first, typed, third, fourth])
    const aside = Number((third[0] + 0.01).toFixed(6))
    await type('Corner 3 longitude', String(aside))
    expect(corners()[2]).toEqual([aside, third[1]])
    await press('Undo')
    await press('Add a corner behind corner 4')
    const added = corners()[4]
    expect(added?.[0]).toBeCloseTo((fourth[0] + first[0]) / 2, 5)
    expect(added?.[1]).toBeCloseTo((fourth[1] + first[1]) / 2, 5)
    expect(screen.getByText('Polygon · 5 corners')).toBeTruthy()
    await press('Remove corner 5')
    await press('Remove corner 4')
    expect(corners()).toEqual([first, typed, third])
    for (const corner of [1, 2, 3])
      expect(screen.getByRole('button', { name: `Remove corner ${corner}` })).toHaveProperty('disabled', true)
    const steps = [corners()]
    while (corners().length > 0) {
      await press('Undo')
      steps.push(corners())
    }
    const five = [first, typed, third, fourth, added]
    const four = [first, typed, third, fourth]
    expect(steps).toEqual([[first, typed, third], four, five, four, placed, []])
    await press('Redo')
    await press('Redo')
    expect(corners()).toEqual(four)
    await type('Name', 'Yard')
    await press('Save')
    expect(page.fences.bodies('saveGeofence')).toMatchObject([
      {
        shapeType: 'polygon',
        geoFencePolygonCoordinates: four.map(([longitude, latitude]) => ({ latitude, longitude })),
      },
    ])
  })

  test('GEO-08 an outline whose corners are typed across each other, or off the globe, is refused with the reason at it', async () => {
    await openFences()
    await begin()
    await page.let(() => fireEvent.click(screen.getByLabelText('Polygon')))
    await press('Place in the middle of the map')
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
    const east = field('Corner 2 longitude').value
    await type('Corner 2 longitude', field('Corner 1 longitude').value)
    await type('Corner 1 longitude', east)
    const crossing = screen.getByText(/^The outline crosses itself:/)
    await type('Name', 'Yard')
    await press('Save')
    expect(page.fences.bodies('saveGeofence')).toEqual([])
    await waitFor(() => expect(document.activeElement?.contains(crossing)).toBe(true))
    expect(document.activeElement).not.toBe(document.body)
    await press('Undo')
    await press('Undo')
    expect(screen.queryByText(/^The outline crosses itself:/)).toBeNull()
    await type('Corner 3 latitude', '95')
    expect(faultOf(field('Corner 3 latitude'))).toBe('A latitude lies between -90 and 90.')
  })

  test('an outline of many corners is folded at first, and listed fifty by fifty', async () => {
    const ring = Array.from({ length: 51 }, (_, turn) => ({
      latitude: 20 + Math.cos((turn * Math.PI) / 26),
      longitude: 77 + Math.sin((turn * Math.PI) / 26),
    }))
    const wide = fence(6, {
      ...{ geoFenceShapeName: 'Wide', shapeType: 'polygon', circleLatitude: null, circleLongitude: null },
      ...{ radius: null, geoFencePolygonCoordinatesList: ring },
    })
    await openFences({ listed: [wide] })
    page.fences.answers['geofenceEditDetails'] = () => fenceDetail(wide)
    await press(/^Wide/)
    await page.let(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
    const fold = await screen.findByRole('button', { name: 'Corners' })
    expect(fold.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByLabelText('Corner 1 latitude')).toBeNull()
    await press('Corners')
    expect(screen.getAllByLabelText(/^Corner \d+ latitude$/)).toHaveLength(50)
    await page.let(() => fireEvent.click(screen.getByText('1 more corner')))
    expect(screen.getAllByLabelText(/^Corner \d+ latitude$/)).toHaveLength(51)
  })

  test('GEO-08 Save without a shape says what the chosen one needs, and the focus goes there', async () => {
    await openFences()
    await begin()
    await type('Name', 'Yard')
    await page.let(() => fireEvent.click(screen.getByLabelText('Polygon')))
    await press('Save')
    const missing = screen.getByText('Place at least 3 corners of the outline on the map, and finish it.')
    await waitFor(() => expect(document.activeElement?.contains(missing)).toBe(true))
    expect(document.activeElement).not.toBe(document.body)
    await page.let(() => fireEvent.click(screen.getByLabelText('Circle')))
    expect(screen.getByText('Place the centre of the circle on the map.')).toBeTruthy()
    expect(screen.queryByText(/corners of the outline/)).toBeNull()
  })

  test('CR-08 a logout in the middle of an outline drops it: nothing is saved, drawn or listened to any more', async () => {
    await openFences()
    const heard = listenersOf(window)
    await begin()
    await type('Name', 'Depot south')
    await page.let(() => fireEvent.keyDown(document.body, { key: 'Shift' }))
    for (const at of [
      [77, 13],
      [78, 13],
    ] as const)
      await page.let(() => page.map.pressAt(at))
    expect(page.map.drawn().drawing?.begun?.corners).toBe(2)
    expect(heard('keydown') + heard('keyup') + heard('blur')).toBeGreaterThan(0)
    await press('Log out')
    await screen.findByRole('button', { name: 'Log in' })
    expect(page.map.drawn()).toMatchObject({ drawing: null, fences: [], popups: 0 })
    expect(page.fences.bodies('saveGeofence')).toEqual([])
    expect([heard('keydown'), heard('keyup'), heard('blur')]).toEqual([0, 0, 0])
    await page.let(() => page.map.pressAt([78, 14]))
    await page.let(() => fireEvent.keyUp(document.body, { key: 'Shift' }))
    expect(page.map.drawn().drawing).toBeNull()
  })

  test('GEO-15 edit opens with the details, and Escape leaves them as they were', async () => {
    await openFences()
    page.fences.answers['geofenceEditDetails'] = () => fenceDetail(LISTED[0] ?? fence(4), { typeId: 3 })
    await press(/^Depot north/)
    await page.let(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
    await waitFor(() => expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Depot north'))
    expect(page.map.drawn().drawing?.shape).toEqual({ kind: 'circle', centre: [77.59, 12.97], radiusM: 2000 })
    expect(page.map.drawn().fences.map(({ geoFenceId }) => geoFenceId)).toEqual([5])
    await page.let(() => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' }))
    expect(screen.getByLabelText('Name')).toBeTruthy()
    await page.let(() => fireEvent.keyDown(screen.getByRole('button', { name: 'Save' }), { key: 'Escape' }))
    expect(page.map.drawn().drawing).toBeNull()
    expect(page.fences.bodies('saveGeofence')).toEqual([])
  })

  test('GEO-06 GEO-15 a fence that was changed meanwhile says so in the form, which keeps what was typed until Reload', async () => {
    await openFences()
    const message = 'revision: This fence was changed since you opened it. Reload it.'
    page.fences.answers['geofenceEditDetails'] = () => fenceDetail(LISTED[0] ?? fence(4))
    page.fences.answers['saveGeofence'] = () => {
      throw { name: 'CallRefused', message, retryAfterMs: null }
    }
    await press(/^Depot north/)
    await page.let(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
    await waitFor(() => expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Depot north'))
    await type('Name', 'Mine')
    await press('Save')
    expect(screen.getByRole('alert').textContent).toBe(
      'This fence was changed since you opened it. Reload it.',
    )
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Mine')
    await press('Reload and drop my changes')
    await waitFor(() => expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Depot north'))
    expect(screen.queryByRole('button', { name: 'Reload and drop my changes' })).toBeNull()
  })

  test('GEO-15 Reload keeps the focus while it works and where it fails, and hands it to the form that was loaded', async () => {
    await openFences()
    let answerReload: (answer: unknown) => void = () => {}
    let refuseReload: (why: unknown) => void = () => {}
    page.fences.answers['geofenceEditDetails'] = () => fenceDetail(LISTED[0] ?? fence(4))
    page.fences.answers['saveGeofence'] = () => {
      throw { name: 'CallRefused', message: 'revision: Changed. Reload it.', retryAfterMs: null }
    }
    await press(/^Depot north/)
    await page.let(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
    const form = () => screen.getByRole('form', { name: 'Edit geofence' })
    await waitFor(form)
    await type('Name', 'Mine')
    await press('Save')
    page.fences.answers['geofenceEditDetails'] = () =>
      new Promise((resolve, reject) => {
        answerReload = resolve
        refuseReload = reject
      })
    const reload = () => screen.getByRole('button', { name: 'Reload and drop my changes' })
    const isShut = () => form().querySelector('fieldset')?.disabled
    reload().focus()
    await page.let(() => fireEvent.click(reload()))
    expect([isShut(), document.activeElement === reload(), reload().matches(':disabled')]).toEqual([
      true,
      true,
      false,
    ])
    await page.let(() => refuseReload({ name: 'NetworkFailure', message: 'x', retryAfterMs: null }))
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
      'Changed. Reload it.',
    )
    expect([isShut(), document.activeElement === reload()]).toEqual([false, true])
    await page.let(() => fireEvent.click(reload()))
    await page.let(() => answerReload(fenceDetail(LISTED[0] ?? fence(4), { revision: 2 })))
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Depot north')
    expect([isShut(), document.activeElement === form()]).toEqual([false, true])
  })

  test('GEO-05 GEO-16 deletion is asked; cancel sends no call, OK sends the id', async () => {
    await openFences()
    page.fences.answers['deleteGeofences'] = () => ({ geoFenceIdList: [4], message: 'Geofences deleted' })
    await press(/^Depot north/)
    const ask = () =>
      page.let(() => fireEvent.click(screen.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement))
    await ask()
    await press('cancel')
    expect(page.fences.bodies('deleteGeofences')).toEqual([])
    await ask()
    await press('OK')
    expect(page.fences.bodies('deleteGeofences')).toEqual([{ geoFenceIdList: [4] }])
  })

  test('who may only look has no way to change a fence, and an empty list says so', async () => {
    await openFences({ user: { ...USER, roles: ['ANALYTICSUSER'] }, listed: [] })
    expect(screen.queryByRole('button', { name: 'Create geofence' })).toBeNull()
    expect(screen.getByText('No geofences yet')).toBeTruthy()
  })

  test('on a phone the list and the form come up from below', async () => {
    await openFences({ isPhone: true })
    expect(screen.getByRole('button', { name: 'Fold Geofences' })).toBeTruthy()
    await begin()
    expect(screen.getByRole('form', { name: 'New geofence' })).toBeTruthy()
  })
})
