import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { SupportChange } from '#contract/records/support-changes.ts'
import { chooseTab, closePageAfterEach, openSettings, page } from '#tests/kit/views/settings.page.ts'

closePageAfterEach()

const entry: SupportChange = {
  ...{
    changeId: 1,
    at: Date.UTC(2026, 10, 25, 3),
    staffName: 'Nisha',
    userName: 'asha',
    call: 'beginActing',
  },
  ...{ subjects: [], total: 0, values: [], reason: 'Ticket 4711' },
}
const load = async (changes: readonly SupportChange[], total = changes.length) => {
  await openSettings('CUSTOMERADMIN')
  await chooseTab('Support access')
  await page.act(() => page.shell.supportChanges.answer({ changes, total }))
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Support access' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('AC-15 what support did', () => {
  test('says who, when, what, in whose name and why', async () => {
    await load(
      [
        {
          ...entry,
          ...{ changeId: 3, call: 'setAlertConfiguration' },
          values: [
            { path: 'overspeedAlert.selected', value: true },
            { path: 'overspeedAlert.value', value: 90 },
          ],
        },
        {
          ...entry,
          ...{ changeId: 2, call: 'deleteGeofences', subjects: ['Depot', 'Pune'], total: 12, userName: null },
          reason: '',
        },
        entry,
      ],
      300,
    )
    expect(screen.getByText('The newest 3 of 300.')).toBeTruthy()
    expect(rows()).toEqual([
      'Changed alert settings25-11-2026 08:30:00Overspeed: onOverspeed: 90 kmphNisha, as ashaReason: Ticket 4711',
      'Deleted geofences25-11-2026 08:30:00Depot, Pune and 10 moreNisha, by the operator’s own access',
      'Entered the portal25-11-2026 08:30:00Nisha, as ashaReason: Ticket 4711',
    ])
  })

  test('leads to older changes and back', async () => {
    await load(
      [
        { ...entry, changeId: 7 },
        { ...entry, changeId: 5 },
      ],
      3,
    )
    expect(screen.queryByRole('button', { name: 'Show the newest' })).toBeNull()
    await page.act(async () => screen.getByRole('button', { name: 'Show older ones' }).click())
    expect(page.shell.supportChanges.requested().at(-1)).toEqual({ before: 5 })
    await page.act(() =>
      page.shell.supportChanges.answer({
        changes: [{ ...entry, changeId: 2, reason: 'The first one' }],
        total: 1,
      }),
    )
    expect(screen.getByText('1 of 1 older ones.')).toBeTruthy()
    expect(rows()).toEqual([expect.stringContaining('Reason: The first one')])
    expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull()
    await page.act(async () => screen.getByRole('button', { name: 'Show the newest' }).click())
    expect(page.shell.supportChanges.requested().at(-1)).toEqual({ before: null })
  })

  test('keeps what it showed while the list is loaded again, and beside the reason when that fails', async () => {
    await load([entry])
    const [shown] = rows()
    await page.act(async () => screen.getByRole('button', { name: 'Reload' }).click())
    expect(rows()).toEqual([shown])
    await page.act(() => page.shell.supportChanges.refuse({ name: 'NetworkFailure', message: '' }))
    expect(rows()).toEqual([shown])
    expect(screen.getByRole('alert').textContent).toMatch(/server/i)
  })

  test('names preferences and services as their screens do, leaves out what only programs know, and names an unknown call', async () => {
    await load([
      {
        ...entry,
        ...{ changeId: 4, call: 'setUserAlertPreference', values: [{ path: 'idleSms', value: false }] },
      },
      {
        ...entry,
        ...{ changeId: 5, call: 'recordService', subjects: ['MH 12 AB 1'], total: 1 },
        values: [
          { path: 'odo', value: 45_210 },
          { path: 'geoFenceCircleLatitude', value: 21 },
        ],
      },
      { ...entry, ...{ changeId: 6, call: 'somethingNew' } },
      {
        ...entry,
        ...{ changeId: 7, call: 'setServiceInterval', values: [{ path: 'interval', value: null }] },
      },
      {
        ...entry,
        ...{ changeId: 8, call: 'setServiceInterval' },
        values: [
          { path: 'interval.km', value: 20_000 },
          { path: 'interval.days', value: null },
        ],
      },
      {
        ...entry,
        ...{ changeId: 9, call: 'saveGeofence' },
        values: [{ path: 'geoFenceCircleRadiusInMeters', value: null }],
      },
    ])
    expect(rows()[3]).toContain('Interval: that of its segment')
    expect(rows()[4]).toContain('Interval (km): 20000Interval (days): removed')
    expect(rows()[5]).not.toContain('Radius')
    expect(rows()[0]).toContain('Idling: SMS: off')
    expect(rows()[1]).toContain('Recorded a service25-11-2026 08:30:00MH 12 AB 1Odometer: 45210Nisha')
    expect(rows()[2]).toContain('Another change (somethingNew)')
  })

  test('says that there was nothing', async () => {
    await load([])
    expect(screen.getByText('Nobody has entered in your name, and nothing was changed.')).toBeTruthy()
  })
})
