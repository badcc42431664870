import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fence, fenceDetail } from '#tests/kit/builders/geofences.ts'
import {
  begin,
  closePageAfterEach,
  faultOf,
  openFences,
  page,
  press,
  type,
} from '#tests/kit/views/geofences.page.tsx'

closePageAfterEach()

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

test('GEO-03 an outline is placed, its corners typed, added and removed by the keyboard alone, each step undone and redone', async () => {
  await openFences()
  await begin()
  await page.act(() => fireEvent.click(screen.getByLabelText('Polygon')))
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
  await press('Add a corner after corner 4')
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

test('GEO-08 an outline with crossing sides or corners off the globe is refused, with the reason beside it', async () => {
  await openFences()
  await begin()
  await page.act(() => fireEvent.click(screen.getByLabelText('Polygon')))
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

test('an outline of many corners is collapsed at first, and listed fifty by fifty', async () => {
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
  await page.act(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
  const fold = await screen.findByRole('button', { name: 'Corners' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByLabelText('Corner 1 latitude')).toBeNull()
  await press('Corners')
  expect(screen.getAllByLabelText(/^Corner \d+ latitude$/)).toHaveLength(50)
  await page.act(() => fireEvent.click(screen.getByText('1 more corner')))
  expect(screen.getAllByLabelText(/^Corner \d+ latitude$/)).toHaveLength(51)
})
