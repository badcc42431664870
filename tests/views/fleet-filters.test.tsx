// @vitest-environment jsdom
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { VehicleOption } from '#contract/records/vehicle-option.ts'
import type { Role } from '#contract/roles.ts'
import { filtered } from '#tests/kit/list-requests.ts'
import { openPage, type Page, USER, vehicle } from './kit/page.tsx'

let page: Page
beforeEach(() => {
  // A menu whose button is nowhere on the page is not shown.
  const box = { x: 10, y: 10, left: 10, top: 10, right: 110, bottom: 46, width: 100, height: 36 }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box as DOMRect)
})
afterEach(() => {
  notifications.clean()
  page.close()
})

const openAs = async (role: Role = 'MANAGER', isPhone = false) => {
  page = openPage({ isPhone })
  await page.signIn({ ...USER, roles: [role] })
  await screen.findByRole('region', { name: 'Fleet' })
  if (role !== 'SUPPORT') await page.answerList([vehicle(1), vehicle(2)])
}
const press = (element: HTMLElement) => page.let(() => fireEvent.click(element))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const option = (vehicleId: number, said: Partial<VehicleOption> = {}): VehicleOption => ({
  ...{ vehicleId, registrationId: `TN 01 AB ${String(vehicleId).padStart(4, '0')}` },
  ...{ vehicleStatus: 'RUNNING', lastUpdatedDate: '20-11-2026', lastUpdatedTime: '14:32:10' },
  ...{ tripDetail: null, ...said },
})
const openGroups = async (menu = /^Group/) => {
  await press(button(menu))
  await page.let(() =>
    page.filters.groups.answer([
      { groupId: 4, groupName: 'North' },
      { groupId: 5, groupName: 'South' },
    ]),
  )
  await page.let(() => page.filters.regions.answer([{ regionId: 7, regionName: 'West' }]))
}
/** Whether Apply stands out among the buttons. */
const isLit = () => button('Apply').getAttribute('data-variant') === 'filled'
const isOff = (name: RegExp) => button(name).getAttribute('aria-disabled') === 'true'
const lastList = () => page.loadList.latest().input
const lists = () => page.loadList.calls.length

describe('the filters', () => {
  test('MAP-05 MAP-29 MAP-30 MAP-31 a group is picked, applied and cleared', async () => {
    await openAs()
    const asked = lists()
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
    await openGroups()
    await press(await screen.findByRole('checkbox', { name: 'South', hidden: true }))
    expect(button('Group · 1')).toBeTruthy()
    expect(isOff(/^Region/)).toBe(true)
    expect(button('Clear')).toBeTruthy()
    expect(lists()).toBe(asked)
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

  test('MAP-29 MAP-33 a filter that is off takes the focus, says why, and opens nothing', async () => {
    const offSays = async (name: RegExp, reason: RegExp) => {
      const filter = button(name)
      await page.let(() => filter.focus())
      expect(document.activeElement).toBe(filter)
      const described = document.getElementById(filter.getAttribute('aria-describedby') ?? '')
      expect(described?.textContent).toMatch(reason)
      const shown = screen.queryAllByRole('dialog', { hidden: true }).length
      await press(filter)
      expect(screen.queryAllByRole('dialog', { hidden: true })).toHaveLength(shown)
    }
    await openAs('SUPPORT')
    await offSays(/^Group/, /not for the support role/)
    await offSays(/^Region/, /not for the support role/)
    page.close()
    await openAs()
    await openGroups()
    await press(await screen.findByRole('checkbox', { name: 'South', hidden: true }))
    await press(button('Group · 1'))
    await offSays(/^Region/, /^Take the group away first/)
  })

  test('MAP-31 Apply stands out while something is picked that is not applied, in whatever order it was picked', async () => {
    await openAs()
    await openGroups()
    const pickGroup = async (name: string) =>
      press(await screen.findByRole('checkbox', { name, hidden: true }))
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

  test('MAP-32 All is one entry and goes out as every group', async () => {
    await openAs()
    await openGroups()
    await press(await screen.findByRole('checkbox', { name: 'All', hidden: true }))
    expect(button('Group · all')).toBeTruthy()
    await press(button('Apply'))
    expect(lastList()).toEqual(filtered({ groupIds: [4, 5] }))
  })

  test('MAP-05 a menu takes the focus while its choices are loading, keeps it as they come, and gives it back on Escape', async () => {
    await openAs()
    const group = button(/^Group/)
    group.focus()
    await press(group)
    const loading = await screen.findByText('Loading…')
    const menu = loading.closest<HTMLElement>('[role=dialog]')
    await waitFor(() => expect(menu?.contains(document.activeElement)).toBe(true))
    await page.let(() => page.filters.groups.answer([{ groupId: 4, groupName: 'North' }]))
    await page.let(() => page.filters.regions.answer([]))
    expect(await within(menu ?? group).findByRole('checkbox', { name: 'North', hidden: true })).toBeTruthy()
    expect(menu?.contains(document.activeElement)).toBe(true)
    fireEvent.keyDown(document.activeElement ?? group, { key: 'Escape' })
    await waitFor(() => expect(document.activeElement).toBe(group))
  })

  test('MAP-05 MAP-30 Apply and Clear stand in the menu while it covers those of the panel, and close it', async () => {
    await openAs()
    await openGroups()
    const menu = (await screen.findByRole('checkbox', { name: 'South' })).closest<HTMLElement>(
      '[role=dialog]',
    )
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

  test('MAP-24 CST-02 overspeed offers 60, 80 and 100, and none at first', async () => {
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
    expect(screen.getByRole('heading', { name: 'Choose vehicles first' })).toBeTruthy()
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
    expect(screen.getByRole('heading', { name: 'Choose vehicles first' })).toBeTruthy()
    expect(button(/^Running/).textContent).toMatch(/0 0 %$/)
  })

  test('MAP-26 vehicles of the list before are gone while another one loads, and when it fails', async () => {
    await openAs()
    expect(screen.getByRole('list', { name: 'Vehicles' })).toBeTruthy()
    await press(button(/^Running/))
    expect(screen.queryByRole('list', { name: 'Vehicles' })).toBeNull()
    expect(page.map.drawn().groups.length + page.map.drawn().vehicles.length).toBe(0)
    await page.let(() => page.loadList.latest().reject(new Error('down')))
    expect(screen.getByRole('heading', { name: 'The vehicles could not be loaded' })).toBeTruthy()
    expect(button(/^Running/).textContent).toMatch(/0 0 %$/)
  })
})

describe('the choice of vehicles', () => {
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
    expect(screen.getByText('250 chosen, at most 250')).toBeTruthy()
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

  test('OPEN-55 a batch that fails says so over the cards that are there, and is loaded on another try', async () => {
    await openAs()
    await openChoice(many)
    await press(screen.getByRole('checkbox', { name: 'Select all' }))
    await press(button('Apply'))
    await page.answerList(many.slice(0, 50).map(({ vehicleId }) => vehicle(vehicleId)))
    const cards = () => within(screen.getByRole('list', { name: 'Vehicles' })).getAllByRole('listitem').length
    const loaded = cards()
    await page.let(() => page.loadList.latest().reject(new Error('down')))
    expect(screen.getByRole('alert').textContent).toContain('The other vehicles could not be loaded')
    expect(cards()).toBe(loaded)
    await press(button('Retry'))
    expect(lastList()).toMatchObject({ adds: true })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is searched by registration, and selects what was found', async () => {
    await openAs()
    await openChoice(many)
    const search = screen.getByRole('searchbox', { name: 'Search vehicles to select' })
    await page.let(() => fireEvent.change(search, { target: { value: 'ab 025' } }))
    await press(screen.getByRole('checkbox', { name: 'Select all 10 found' }))
    await press(button('Apply'))
    const found = [250, 251, 252, 253, 254, 255, 256, 257, 258, 259]
    expect(lastList()).toEqual(filtered({ vehicleIds: found }))
  })

  test('says what failed and tries again; cancelling leaves the list as it was', async () => {
    await openAs()
    const asked = lists()
    await press(button('Select vehicles'))
    await page.let(() => page.loadOptions.latest().reject(new Error('down')))
    await press(button('Retry'))
    await page.answerOptions([option(1)])
    await press(screen.getByRole('checkbox', { name: /^TN 01 AB 0001/ }))
    await press(button('Cancel'))
    expect(screen.getByRole('list', { name: 'Vehicles' })).toBeTruthy()
    expect(lists()).toBe(asked)
  })

  test('MAP-19 works in the sheet of a phone', async () => {
    await openAs('MANAGER', true)
    await openChoice([option(1)])
    await press(screen.getByRole('checkbox', { name: /^TN 01 AB 0001/ }))
    await press(button('Apply'))
    await page.answerList([vehicle(1)])
    expect(screen.getByRole('region', { name: '1 vehicle selected' })).toBeTruthy()
  })
})
