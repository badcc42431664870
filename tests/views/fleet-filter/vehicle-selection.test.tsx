import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { VehicleOption } from '#contract/records/fleet.ts'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import {
  button,
  clock,
  closePageAfterEach,
  lastList,
  lists,
  openAs,
  option,
  page,
  press,
} from '#tests/kit/views/fleet-filter.page.ts'
import { vehicle } from '#tests/kit/views/page.tsx'

closePageAfterEach()

const openChoice = async (options: readonly VehicleOption[]) => {
  await press(button('Select vehicles'))
  await page.answerOptions(options)
}
const many = Array.from({ length: 260 }, (_, i) => option(i + 1))

test('MAP-53 shows each vehicle with its status, its trip or its last time', async () => {
  await openAs()
  await openChoice([
    option(1, { tripDetail: { tripId: 9, fromCity: 'Chennai', toCity: 'Pune', eta: null } }),
    option(2),
    option(3, { lastUpdatedDate: '', lastUpdatedTime: '', vehicleStatus: 'No Recent Data' }),
  ])
  const rows = within(screen.getByRole('list', { name: 'Vehicles to select' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'TN 01 AB 0001Trip to Pune',
    'TN 01 AB 000220-11-2026 14:32:10',
    'TN 01 AB 0003No position yet',
  ])
})

test('MAP-51 MAP-52 all of many are 250 in five batches, loaded one after another; one batch can be shown alone', async () => {
  await openAs()
  await openChoice(many)
  await press(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(page.warned.done).toEqual([{ why: 'tooMany' }])
  expect(screen.getByText('250 of 250 selected')).toBeTruthy()
  expect(screen.getByText('1-50, 51-100, 101-150, 151-200, 201-250')).toBeTruthy()
  await press(button('Apply'))
  await page.answerList(many.slice(0, 50).map(({ vehicleId }) => vehicle(vehicleId)))
  const strip = screen.getByRole('region', { name: '250 vehicles selected' })
  expect(strip.textContent).toContain('1 of 5 loaded')
  await press(within(strip).getByRole('button', { name: '51-100' }))
  const second = many.slice(50, 100).map(({ vehicleId }) => vehicleId)
  expect(lastList()).toEqual(filtered({ vehicleIds: second }))
  await press(button('Clear selection'))
  expect(lastList()).toEqual({ kind: 'default' })
  expect(screen.queryByRole('region', { name: /vehicles selected/ })).toBeNull()
})

test('OPEN-55 a failed batch is reported above the loaded cards, and loads on retry', async () => {
  await openAs()
  await openChoice(many)
  await press(screen.getByRole('checkbox', { name: 'Select all' }))
  await press(button('Apply'))
  await page.answerList(many.slice(0, 50).map(({ vehicleId }) => vehicle(vehicleId)))
  const cards = () => within(screen.getByRole('list', { name: 'Vehicles' })).getAllByRole('listitem').length
  const loaded = cards()
  await page.act(() => page.loadList.latest().reject(new Error('down')))
  expect(screen.getByRole('alert').textContent).toContain('The other vehicles could not be loaded')
  expect(cards()).toBe(loaded)
  await press(button('Retry'))
  expect(lastList()).toMatchObject({ adds: true })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('is searched by registration, and selects the results', async () => {
  await openAs()
  await openChoice(many)
  const search = screen.getByRole('searchbox', { name: 'Search vehicles to select' })
  await page.act(() => fireEvent.change(search, { target: { value: 'ab 025' } }))
  await press(screen.getByRole('checkbox', { name: 'Select all 10 found' }))
  await press(button('Apply'))
  const found = [250, 251, 252, 253, 254, 255, 256, 257, 258, 259]
  expect(lastList()).toEqual(filtered({ vehicleIds: found }))
})

test('reports a failure and retries; cancelling leaves the list unchanged', async () => {
  await openAs()
  const requests = lists()
  await press(button('Select vehicles'))
  await page.act(() => page.loadOptions.latest().reject(new Error('down')))
  await page.act(() => clock.increment(5000))
  await page.act(() => page.loadOptions.latest().reject(new Error('down')))
  await press(button('Retry'))
  await page.answerOptions([option(1)])
  await press(screen.getByRole('checkbox', { name: /^TN 01 AB 0001/ }))
  await press(button('Cancel'))
  expect(screen.getByRole('list', { name: 'Vehicles' })).toBeTruthy()
  expect(lists()).toBe(requests)
})

test('MAP-19 works in the sheet of a phone', async () => {
  await openAs('MANAGER', true)
  await openChoice([option(1)])
  await press(screen.getByRole('checkbox', { name: /^TN 01 AB 0001/ }))
  await press(button('Apply'))
  await page.answerList([vehicle(1)])
  expect(screen.getByRole('region', { name: '1 vehicle selected' })).toBeTruthy()
})
