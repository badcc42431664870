import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { filtered } from '#tests/kit/builders/list-requests.ts'
import {
  button,
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

beforeEach(() => {
  // A menu whose button is not in the page is not shown.
  const box = { x: 10, y: 10, left: 10, top: 10, right: 110, bottom: 46, width: 100, height: 36 }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box as DOMRect)
})
const openGroups = async (menu = /^Group/) => {
  await press(button(menu))
  await page.act(() =>
    page.filters.groups.answer([
      { groupId: 4, groupName: 'North' },
      { groupId: 5, groupName: 'South' },
    ]),
  )
  await page.act(() => page.filters.regions.answer([{ regionId: 7, regionName: 'West' }]))
}
/** Whether Apply is emphasized among the buttons. */
const isLit = () => button('Apply').getAttribute('data-variant') === 'filled'
const isOff = (name: RegExp) => button(name).getAttribute('aria-disabled') === 'true'

test('MAP-05 MAP-29 MAP-30 MAP-31 a group is picked, applied and cleared', async () => {
  await openAs()
  const requests = lists()
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
  await openGroups()
  await press(await screen.findByRole('checkbox', { name: 'South', hidden: true }))
  expect(button('Group · 1')).toBeTruthy()
  expect(isOff(/^Region/)).toBe(true)
  expect(button('Clear')).toBeTruthy()
  expect(lists()).toBe(requests)
  await press(button('Apply'))
  expect(lastList()).toEqual(filtered({ groupIds: [5] }))
  await page.answerList([])
  expect(screen.getByRole('heading', { name: 'No vehicles match these filters' })).toBeTruthy()
  await press(button('Clear'))
  expect(lastList()).toEqual({ kind: 'default' })
  expect(isOff(/^Region/)).toBe(false)
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
})

test('MAP-05 MAP-29 MAP-30 MAP-31 a region is picked, applied and cleared', async () => {
  await openAs()
  await openGroups(/^Region/)
  await press(await screen.findByRole('checkbox', { name: 'West', hidden: true }))
  expect(button('Region · 1')).toBeTruthy()
  expect(isOff(/^Group/)).toBe(true)
  await press(button('Apply'))
  expect(lastList()).toEqual(filtered({ regionIds: [7] }))
  await press(button('Clear'))
  expect(lastList()).toEqual({ kind: 'default' })
  expect(isOff(/^Group/)).toBe(false)
})

test('MAP-29 MAP-33 a disabled filter takes the focus, gives the reason, and opens nothing', async () => {
  const offSays = async (name: RegExp, reason: RegExp) => {
    const filter = button(name)
    await page.act(() => filter.focus())
    expect(document.activeElement).toBe(filter)
    const described = document.getElementById(filter.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toMatch(reason)
    const shown = screen.queryAllByRole('dialog', { hidden: true }).length
    await press(filter)
    expect(screen.queryAllByRole('dialog', { hidden: true })).toHaveLength(shown)
  }
  await openAs('SUPPORT')
  await offSays(/^Group/, /not available to the support role/)
  await offSays(/^Region/, /not available to the support role/)
  page.close()
  await openAs()
  await openGroups()
  await press(await screen.findByRole('checkbox', { name: 'South', hidden: true }))
  await press(button('Group · 1'))
  await offSays(/^Region/, /^Clear the group first/)
})

test('MAP-31 Apply is emphasized while the picks differ from the applied filter, in any order of picking', async () => {
  await openAs()
  await openGroups()
  const pickGroup = async (name: string) => press(await screen.findByRole('checkbox', { name, hidden: true }))
  const lit: unknown[] = []
  for (const step of ['South', 'North', 'Apply', 'South', 'South', 'North', 'Apply', 'North', 'Apply']) {
    if (step === 'Apply') {
      await press(button('Apply'))
      await page.answerList([vehicle(1)])
      await press(button(/^Group/))
    } else await pickGroup(step)
    lit.push([step, isLit()])
  }
  expect(lit).toEqual([
    ['South', true],
    ['North', true],
    ['Apply', false],
    ['South', true],
    ['South', false],
    ['North', true],
    ['Apply', false],
    ['North', true],
    ['Apply', false],
  ])
  await pickGroup('North')
  await pickGroup('South')
  expect(isLit(), 'what was applied is to be taken away').toBe(true)
  await pickGroup('South')
  await press(button('Apply'))
  await page.answerList([vehicle(1)])
  expect(isLit()).toBe(false)
  await press(button('Show all trucks'))
  expect(isLit(), 'what is applied is set aside').toBe(true)
})

test('MAP-32 All is one entry and is sent as every group', async () => {
  await openAs()
  await openGroups()
  await press(await screen.findByRole('checkbox', { name: 'All', hidden: true }))
  expect(button('Group · all')).toBeTruthy()
  await press(button('Apply'))
  expect(lastList()).toEqual(filtered({ groupIds: [4, 5] }))
})

test('MAP-05 a menu takes the focus while its options load, keeps it when they arrive, and returns it on Escape', async () => {
  await openAs()
  const group = button(/^Group/)
  group.focus()
  await press(group)
  const loading = await screen.findByText('Loading…')
  const menu = loading.closest<HTMLElement>('[role=dialog]')
  await waitFor(() => expect(menu?.contains(document.activeElement)).toBe(true))
  await page.act(() => page.filters.groups.answer([{ groupId: 4, groupName: 'North' }]))
  await page.act(() => page.filters.regions.answer([]))
  expect(await within(menu ?? group).findByRole('checkbox', { name: 'North', hidden: true })).toBeTruthy()
  expect(menu?.contains(document.activeElement)).toBe(true)
  fireEvent.keyDown(document.activeElement ?? group, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(group))
})

test('MAP-05 MAP-30 Apply and Clear are in the menu while it covers those of the panel, and close it', async () => {
  await openAs()
  await openGroups()
  const menu = (await screen.findByRole('checkbox', { name: 'South' })).closest<HTMLElement>('[role=dialog]')
  expect(within(menu ?? document.body).queryByRole('button')).toBeNull()
  for (const action of ['Apply', 'Clear']) {
    if (screen.queryByRole('checkbox', { name: 'South' }) === null) await press(button(/^Group/))
    await press(await screen.findByRole('checkbox', { name: 'North' }))
    const inMenu = button(action)
    expect(inMenu.closest('[role=dialog]')).not.toBeNull()
    await press(inMenu)
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'South' })).toBeNull())
    expect(screen.queryByRole('button', { name: action })?.closest('[role=dialog]') ?? null).toBeNull()
  }
  expect(lists()).toBe(3)
})

test('MAP-24 CST-02 overspeed offers 60, 80 and 100, with none selected at first', async () => {
  await openAs()
  await press(button('Overspeed'))
  const radios = (await screen.findAllByRole('radio', { hidden: true })) as HTMLInputElement[]
  expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
    ['0', true],
    ['60', false],
    ['80', false],
    ['100', false],
  ])
  await press(screen.getByRole('radio', { name: '80 kmph', hidden: true }))
  await press(button('Apply'))
  expect(button('Overspeed 80')).toBeTruthy()
  expect(lastList()).toEqual(filtered({ overSpeed: 80 }))
})

test('MAP-33 MAP-34 MAP-08 GEO-13 SUPPORT has no groups, no regions, no geofences, and loads what it selects', async () => {
  await openAs('SUPPORT')
  for (const name of [/^Group/, /^Region/]) expect(isOff(name), String(name)).toBe(true)
  expect(button('Geofences').hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('heading', { name: 'Select vehicles first' })).toBeTruthy()
  await press(screen.getAllByRole('button', { name: 'Select vehicles' })[0] as HTMLElement)
  await page.answerOptions([option(1), option(2)])
  await press(button('Apply'))
  expect(lists()).toBe(0)
  await press(screen.getAllByRole('button', { name: 'Select vehicles' })[0] as HTMLElement)
  await page.answerOptions([option(1), option(2)])
  await press(screen.getByRole('checkbox', { name: /^TN 01 AB 0002/ }))
  await press(button('Apply'))
  expect(lastList()).toEqual(filtered({ vehicleIds: [2] }))
  await page.answerList([vehicle(2)])
  expect(button(/^Running/).textContent).toContain('1')
  await press(button('Clear selection'))
  expect(screen.getByRole('heading', { name: 'Select vehicles first' })).toBeTruthy()
  expect(button(/^Running/).textContent).toMatch(/–$/)
})

test('MAP-26 vehicles of the previous list are gone while another one loads, and when it fails', async () => {
  await openAs()
  expect(screen.getByRole('list', { name: 'Vehicles' })).toBeTruthy()
  await press(button(/^Running/))
  expect(screen.queryByRole('list', { name: 'Vehicles' })).toBeNull()
  expect(page.map.drawn().clusters.length + page.map.drawn().vehicles.length).toBe(0)
  await page.act(() => page.loadList.latest().reject(new Error('down')))
  expect(screen.getByRole('heading', { name: 'The vehicles could not be loaded' })).toBeTruthy()
  expect(button(/^Running/).textContent).toMatch(/–$/)
})
