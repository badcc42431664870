import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FENCE } from '#domain/fence-limits.ts'
import { ERROR_TEXTS } from '#src/texts/en/errors.ts'
import { refusedCall, refusedField } from '#tests/kit/builders/refused-calls.ts'
import {
  begin,
  closePageAfterEach,
  faultOf,
  fleet,
  openFences,
  page,
  press,
  type,
} from '#tests/kit/views/geofences.page.tsx'
import { vehicle } from '#tests/kit/views/page.tsx'

closePageAfterEach()

test('GEO-03 GEO-06 a circle is drawn on the map and saved with the values of the form', async () => {
  await openFences()
  await begin()
  expect(page.map.drawn().drawing).toMatchObject({ tool: 'circle', ready: true })
  await page.act(() => page.map.pressAt([77, 13]))
  await page.act(() => page.map.pressAt([77.05, 13]))
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

test('GEO-10 a new fence watches the vehicles checked on the map', async () => {
  await openFences()
  await press('Back to the fleet')
  await page.answerList([vehicle(1)])
  await page.act(() => fleet()?.send({ type: 'vehicles.chosen', vehicleIds: [2] }))
  await page.act(() => fleet()?.send({ type: 'geofences.opened' }))
  await begin()
  expect(screen.getByRole('switch', { name: 'All vehicles' })).toHaveProperty('checked', false)
  await page.act(() => page.map.pressAt([77, 13]))
  await page.act(() => page.map.pressAt([77.05, 13]))
  await type('Name', 'Depot west')
  await press('Save')
  expect(page.fences.bodies('saveGeofence')).toMatchObject([
    { applyToAllVehicles: false, vehicleList: [2], groupIdList: [], regionIdList: [] },
  ])
})

test('GEO-03 Shift on the keyboard draws a polygon, but does nothing while a name is typed', async () => {
  await openFences()
  await begin()
  await page.act(() => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Shift' }))
  expect(page.map.drawn().drawing?.tool).toBe('circle')
  await page.act(() => fireEvent.keyDown(document.body, { key: 'Shift' }))
  expect(page.map.drawn().drawing?.tool).toBe('polygon')
  for (const at of [
    [77, 13],
    [78, 13],
  ] as const)
    await page.act(() => page.map.pressAt(at))
  await page.act(() => fireEvent.keyUp(document.body, { key: 'Shift' }))
  await page.act(() => page.map.pressAt([78, 14]))
  expect(page.map.drawn().drawing?.begun?.corners).toBe(3)
  await press('Finish outline')
  expect(screen.getByText('Polygon · 3 corners')).toBeTruthy()
})

test('GEO-08 GEO-09 GEO-10 errors show at their fields, and nothing is sent', async () => {
  await openFences()
  await begin()
  await page.act(() => fireEvent.click(screen.getByLabelText('All vehicles')))
  await press('Save')
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  expect(faultOf(name)).toBe('Give the fence a name.')
  expect(screen.getByText('Place the centre of the circle on the map.')).toBeTruthy()
  expect(
    screen.getByText('Choose vehicles, or a group or region that has some, or all vehicles.'),
  ).toBeTruthy()
  expect(page.fences.bodies('saveGeofence')).toEqual([])
  await page.act(() => fireEvent.change(name, { target: { value: 'x'.repeat(FENCE.maxNameLength + 1) } }))
  expect(name.value).toHaveLength(FENCE.maxNameLength + 1)
  expect(faultOf(name)).toMatch(/^Use at most 100 characters/)
})

test('GEO-08 Save without a shape names what the chosen one needs, and moves the focus there', async () => {
  await openFences()
  await begin()
  await type('Name', 'Yard')
  await page.act(() => fireEvent.click(screen.getByLabelText('Polygon')))
  await press('Save')
  const missing = screen.getByText('Place at least 3 corners of the outline on the map, and finish it.')
  await waitFor(() => expect(document.activeElement?.contains(missing)).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
  await page.act(() => fireEvent.click(screen.getByLabelText('Circle')))
  expect(screen.getByText('Place the centre of the circle on the map.')).toBeTruthy()
  expect(screen.queryByText(/corners of the outline/)).toBeNull()
})

test.each([
  ['not reached', { name: 'NetworkFailure', message: 'x', retryAfterMs: null }, /could not|connection/i],
  [
    'the server’s own',
    { name: 'CallRefused', message: 'Something broke. Try again.', retryAfterMs: null },
    'Something broke. Try again.',
  ],
])(
  'GEO-06 CR-08 a failed save without a field keeps the focus on Save, and gives the reason: %s',
  async (_, why, expected) => {
    await openFences()
    await begin()
    await page.act(() => page.map.pressAt([77, 13]))
    await page.act(() => page.map.pressAt([77.05, 13]))
    await type('Name', 'Depot south')
    let refuse: (why: unknown) => void = () => {}
    page.fences.answers['saveGeofence'] = () => new Promise((_answer, reject) => (refuse = reject))
    const save = screen.getByRole('button', { name: 'Save' })
    save.focus()
    await page.act(() => fireEvent.click(save))
    // A disabled button would lose the focus in a browser.
    expect([save.getAttribute('aria-disabled'), save.matches(':disabled')]).toEqual(['true', false])
    await page.act(() => fireEvent.click(save))
    expect(page.fences.bodies('saveGeofence')).toHaveLength(1)
    expect([save.getAttribute('aria-busy'), save.querySelector('.mantine-Loader-root')]).toEqual([
      'true',
      expect.anything(),
    ])
    await page.act(() => refuse(why))
    expect([save.getAttribute('aria-busy'), save.querySelector('.mantine-Loader-root')]).toEqual([
      'false',
      null,
    ])
    expect(screen.getByRole('alert').textContent).toMatch(expected)
    expect(document.activeElement).toBe(save)
    expect(save.getAttribute('aria-disabled')).toBe('false')
  },
)

test('GEO-06 CR-08 a refused save says each error once, at its field if it has one, and moves the focus there', async () => {
  await openFences()
  await begin()
  await page.act(() => page.map.pressAt([77, 13]))
  await page.act(() => page.map.pressAt([77.05, 13]))
  await type('Name', 'Depot south')
  const refuse = (why: unknown) => {
    page.fences.answers['saveGeofence'] = () => Promise.reject(why)
    screen.getByRole('button', { name: 'Save' }).focus()
    return press('Save')
  }
  const name = screen.getByLabelText('Name')
  await refuse(refusedField('geoFenceName', 'fenceNameTaken'))
  expect(screen.getAllByText(ERROR_TEXTS.fenceNameTaken).map(({ id }) => id)).toEqual([
    name.getAttribute('aria-describedby'),
  ])
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(name))

  const fields = [
    { field: 'geoFenceName', code: 'fenceNameTooLong', params: {} },
    { field: 'entryAlert', code: 'wrongType', params: { expected: 'boolean' } },
  ] as const
  await refuse(refusedCall('invalidInput', { params: { part: 'body' }, fields }))
  expect(faultOf(name)).toBe(ERROR_TEXTS.fenceNameTooLong)
  expect(screen.getByRole('alert').textContent).toBe(
    'Some values cannot be accepted. This is missing, or not of type boolean.',
  )
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test('GEO-10 vehicles that fail to load are reported and requested again; typed and chosen values stay', async () => {
  await openFences()
  await press('Back to the fleet')
  await page.answerList([vehicle(1)])
  await page.act(() => fleet()?.send({ type: 'vehicles.chosen', vehicleIds: [2] }))
  await page.act(() => fleet()?.send({ type: 'geofences.opened' }))
  const { getVehicleIds: vehicles = () => undefined } = page.fences.answers
  page.fences.answers['getVehicleIds'] = () => Promise.reject(new Error('down'))
  await begin()
  await type('Name', 'Depot west')
  expect(screen.getByRole('alert').textContent).toContain('The vehicles could not be loaded')
  expect(screen.queryByLabelText('These vehicles', { selector: 'input' })).toBeNull()
  await press('Save')
  expect(screen.getByText(/^The vehicles could not be loaded/)).toBeTruthy()
  let answer = (_: unknown) => {}
  page.fences.answers['getVehicleIds'] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  await waitFor(() =>
    expect(document.activeElement?.hasAttribute('data-form-error'), 'Save led there').toBe(true),
  )
  const retry = screen.getByRole('button', { name: 'Retry' })
  retry.focus()
  await press('Retry')
  const whom = screen.getByRole('group', { name: 'Vehicles' })
  expect(document.activeElement, 'it went with Retry').toBe(whom)
  expect(screen.getByText('Loading vehicles…')).toBeTruthy()
  expect(screen.queryByText('2')).toBeNull()
  await page.act(() => answer(vehicles()))
  expect(screen.getByLabelText('These vehicles', { selector: 'input' })).toBeTruthy()
  expect(screen.getAllByText('KA 01 AB 0002'), 'the chosen one and its entry').toHaveLength(2)
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Depot west')
})

test('OPEN-59 a circle that grows too wide is reported at its radius, and refused in the same words', async () => {
  await openFences()
  await begin()
  await page.act(() => page.map.pressAt([77, 13]))
  expect(screen.getByText(/^Radius/).textContent).toBe('Radius 0 m')
  await page.act(() => page.map.pressAt([78.6, 13]))
  const figure = screen.getByText(/^Radius/)
  expect(figure.textContent).toMatch(/^Radius 173\.\d\d kms: at most 50 kms, zoom in$/)
  expect(figure.hasAttribute('data-over')).toBe(true)
  expect(screen.getByRole('alert').textContent).toBe(
    'A radius is at most 50 kms. Zoom in, and keep the edge nearer to the centre.',
  )
  await page.act(() => page.map.pressAt([77.05, 13]))
  expect(screen.getByText(/^Circle · Radius 5\.4\d kms$/)).toBeTruthy()
})
