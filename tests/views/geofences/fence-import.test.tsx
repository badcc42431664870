import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FENCE } from '#domain/fence-limits.ts'
import type { LngLat } from '#domain/geo.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import {
  closePageAfterEach,
  LISTED,
  openFences,
  page,
  press,
  type,
} from '#tests/kit/views/geofences.page.tsx'
import { USER } from '#tests/kit/views/page.tsx'

closePageAfterEach()

const point = (name: string, properties: object = {}) => ({
  ...{ type: 'Feature', properties: { name, ...properties } },
  geometry: { type: 'Point', coordinates: [77.5, 20.5] },
})
const polygon = (name: string, corners: readonly LngLat[]) => ({
  ...{ type: 'Feature', properties: { name } },
  geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]]] },
})
const pick = async (features: readonly object[]) => {
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  const file = new File([text], 'yards.geojson')
  Object.defineProperty(file, 'text', { value: async () => text })
  const input = document.querySelector('input[type=file]')
  if (input === null) throw new Error('There is no field for a file.')
  await page.act(() => fireEvent.change(input, { target: { files: [file] } }))
  return screen.findByRole('dialog', { name: 'Geofences of “yards.geojson”' })
}
const offers = async () =>
  within(await screen.findByRole('list', { name: 'Shapes of the file' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const saved = () => page.fences.bodies('saveGeofence') as ReadonlyArray<Record<string, unknown>>

test('OWN-02 shapes of a file are offered, and the chosen ones saved as fences one after the other', async () => {
  await openFences()
  page.fences.answers['saveGeofence'] = () => ({ geoFenceId: 9, message: 'Saved' })
  await pick([
    point('Entrance', { radius: 300 }),
    point('Yard'),
    point('Tiny', { radius: 5 }),
    point('Quarry'),
  ])
  expect(await offers()).toEqual([
    'EntranceCircle · Radius 300 m',
    'YardCircle · Radius 200 m',
    'TinyCircle · Radius 5 mA radius is at least 50 m. Keep the edge farther from the centre.',
    'QuarryCircle · Radius 200 mName for “Quarry”There is a fence of this name already. Choose another name.',
  ])
  await type('Radius of points without one (m)', '450')
  await page.act(() => fireEvent.click(screen.getByRole('checkbox', { name: 'Entrance' })))
  await press('Create 1 geofence')
  expect(await screen.findByText('1 geofence was created.')).toBeTruthy()
  expect(saved()).toHaveLength(1)
  expect(saved()[0]).toMatchObject({
    geoFenceName: 'Yard',
    shapeType: 'circle',
    geoFenceCircleRadiusInMeters: 450,
    geoFenceCircleLatitude: 20.5,
    applyToAllVehicles: true,
  })
  const lists = page.fences.sent.filter(({ id }) => id === 'geofenceList').length
  await press('Done')
  expect(page.fences.sent.filter(({ id }) => id === 'geofenceList')).toHaveLength(lists + 1)
})

test('OWN-02 an outline with too many corners is refused, or simplified where the user agrees', async () => {
  await openFences()
  page.fences.answers['saveGeofence'] = () => ({ geoFenceId: 9, message: 'Saved' })
  const corners = Array.from({ length: 3000 }, (_, i): LngLat => {
    const angle = (i / 3000) * 2 * Math.PI
    return [77 + Math.cos(angle), 20 + Math.sin(angle)]
  })
  await pick([polygon('Mine', corners)])
  expect(await offers()).toEqual([
    'MinePolygon · 3,000 cornersAn outline has at most 1000 corners. Leave some out.',
  ])
  await page.act(() =>
    fireEvent.click(screen.getByRole('checkbox', { name: 'Simplify outlines of more than 1000 corners' })),
  )
  await press('Create 1 geofence')
  const sent = saved()[0]?.['geoFencePolygonCoordinates'] as unknown[]
  expect(sent.length).toBeGreaterThan(100)
  expect(sent.length).toBeLessThanOrEqual(FENCE.maxCorners)
})

test('a fence that the server refuses is told at its name, and the others are saved', async () => {
  await openFences()
  let count = 0
  page.fences.answers['saveGeofence'] = () => {
    count += 1
    if (count === 1) throw refusedCall('fenceNameTaken')
    return { geoFenceId: 9, message: 'Saved' }
  }
  await pick([point('One'), point('Two')])
  await press('Create 2 geofences')
  expect(await screen.findByText('1 geofence was created.')).toBeTruthy()
  expect(await offers()).toEqual([
    'OneCircle · Radius 200 mName for “One”There is a fence of this name already. Choose another name.',
    'TwoCircle · Radius 200 m · Saved',
  ])
  const [first, second] = saved()
  expect(first?.['begunAt']).not.toBe(second?.['begunAt'])

  await type('Name for “One”', 'two')
  expect(screen.getByText('There is a fence of this name already. Choose another name.')).toBeTruthy()
  await type('Name for “One”', ' One more ')
  await press('Create 1 geofence')
  expect(await screen.findByText('2 geofences were created.')).toBeTruthy()
  expect(saved().map(({ geoFenceName }) => geoFenceName)).toEqual(['One', 'Two', 'One more'])
})

test('a fence whose name is taken or too long is saved under another, and keeps it when other choices change', async () => {
  await openFences()
  page.fences.answers['saveGeofence'] = () => ({ geoFenceId: 9, message: 'Saved' })
  const long = 'Yard '.repeat(30).trim()
  await pick([point('Quarry'), point(long)])
  const field = (name: string) =>
    screen.getByRole<HTMLInputElement>('textbox', { name: `Name for “${name}”` })
  expect(field(long).value).toBe(long)
  expect(screen.getByText('Use at most 100 characters. These are 149.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Create 1/ })).toBeNull()
  await type('Name for “Quarry”', '')
  expect(screen.getByText('Give the fence a name.')).toBeTruthy()
  await type('Name for “Quarry”', 'Quarry South')
  await type(`Name for “${long}”`, 'Yard')
  await type('Radius of points without one (m)', '450')
  expect(field('Quarry').value).toBe('Quarry South')
  await press('Create 2 geofences')
  expect(await screen.findByText('2 geofences were created.')).toBeTruthy()
  expect(saved()).toMatchObject([
    { geoFenceName: 'Quarry South', geoFenceCircleRadiusInMeters: 450 },
    { geoFenceName: 'Yard', geoFenceCircleRadiusInMeters: 450 },
  ])
})

test('a file that is none says so and can be closed', async () => {
  await openFences()
  await pick([])
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The file has no points and no closed outlines that could be fences.',
  )
  await page.act(() => fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[1] as HTMLElement))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('OWN-02 the listed fences are exported in three formats, also by those who may not import', async () => {
  await openFences({ user: { ...USER, roles: ['ANALYTICSUSER'] } })
  expect(document.querySelector('input[type=file]')).toBeNull()
  for (const format of ['GeoJSON', 'KML', 'GPX']) await press(`Export as ${format}`)
  expect(page.savedFences).toEqual([
    [LISTED, 'Geofences', 'geojson'],
    [LISTED, 'Geofences', 'kml'],
    [LISTED, 'Geofences', 'gpx'],
  ])
})
