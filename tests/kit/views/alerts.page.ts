import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'
import { type AlertFilter, DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import { settingOf } from '#contract/records/alert-settings.ts'
import { type AlertCounts, COUNT_COLUMNS } from '#contract/records/alerts.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { istDateTime } from '#domain/ist.ts'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import type { ListedAlert } from '#src/services/alerts/alert-store.ts'
import { openPage, type Page, USER } from './page.tsx'

/** The time of the list, ms UTC: 10:45 in India. */
export const NOW = Date.UTC(2026, 10, 20, 5, 15)

/** The page that was opened last. */
export let page: Page
/** Closes it after each test of a file. */
export const closePageAfterEach = (): void => {
  afterEach(() => page?.close())
}

/** A row of the live list: an alert so many minutes old as its number says. */
export const listed = (alertId: number, change: Partial<ListedAlert> = {}): ListedAlert => {
  const time = NOW - alertId * MINUTE_MS
  return {
    ...{ alertId, vehicleId: alertId, type: 'OVERSPEED', time, lat: 21, lng: 79, value: 92, durationS: 60 },
    ...{
      threshold: settingOf(change.type ?? 'OVERSPEED').initial ?? 0,
      fence: null,
      isOpen: false,
      lastSeen: null,
      acknowledgement: null,
      registration: `MH 01 AB 000${alertId}`,
    },
    columns: {
      registrationId: `MH 01 AB 000${alertId}`,
      ALERT_NAME: 'Overspeed',
      IST_TIME: istDateTime(time),
      latlng: '21,79',
    },
    ...change,
  }
}
const counted = (
  vehicleId: number,
  counts: Record<string, number>,
  columns = {},
): AlertCounts['byVehicle'][number] => ({
  ...{
    vehicleId,
    RegistrationNumber: `MH 01 AB 000${vehicleId}`,
    Vin: `VIN ${vehicleId}`,
    Model: 'Tipper',
    columns,
  },
  counts: { ...Object.fromEntries(Object.keys(COUNT_COLUMNS).map((name) => [name, 0])), ...counts },
})
const VEHICLES = [
  counted(
    1,
    { Overspeed: 2 },
    { Overspeedcount: 2, OverSpeedDistance: 2.5, OverSpeedDuration: 90, DurationAtMaxSpeed: 14 },
  ),
  counted(2, { Idling: 1 }),
]

const ALERT_CODES = Object.keys(ALERT_NAME) as AlertCode[]

type Options = {
  filter?: Partial<AlertFilter>
  alertId?: number | null
  isPhone?: boolean
  role?: 'MANAGER' | 'SUPPORT'
  /** The types that the server has; null while it cannot be reached. */
  types?: readonly AlertCode[] | null
}

/** Opens the list at a filter; its first reply is still awaited. */
export const open = async ({
  filter = {},
  alertId = null,
  isPhone = false,
  role = 'MANAGER',
  types = ALERT_CODES,
}: Options = {}) => {
  page = openPage({ path: '/alerts', isPhone })
  await page.signIn({ ...USER, roles: [role] })
  await page.act(() =>
    page.shell.alertAddress.latest().resolve({
      filter: { ...DEFAULT_ALERT_FILTER, ...filter },
      ...{ alertId, hidden: [], now: NOW, isPeriodInvalid: false },
    }),
  )
  await page.act(() =>
    types === null
      ? page.shell.listedAlertChoices.latest().reject({ name: 'NetworkFailure', message: '' })
      : page.shell.listedAlertChoices
          .latest()
          .resolve({ groups: [{ groupId: 4, groupName: 'North', vehicleIds: [1] }], types }),
  )
}
/** Answers the latest request of the list. */
export const answer = (rows: readonly ListedAlert[], byVehicle = VEHICLES) =>
  page.act(() => {
    const total = rows.length
    const isRefresh = page.shell.alerts.latest().input.held !== null
    page.alertStore.replaceRows(rows, byVehicle, isRefresh)
    return page.shell.alerts.latest().resolve({
      shown: total,
      total,
      unacknowledged: total,
      readAt: NOW,
      range: { from: NOW - DAY_MS, to: NOW },
    })
  })
/** Opens the list and answers it. */
export const show = async (rows: readonly ListedAlert[], options: Options = {}) => {
  await open(options)
  await answer(rows)
}
/** Presses a button, or what has another role. */
export const press = (name: string | RegExp, role = 'button') =>
  page.act(() => fireEvent.click(screen.getByRole(role, { name })))
/** The filter that was requested last. */
export const requested = () => page.shell.alerts.latest().input.filter
/** The rows of the table, without its headings. */
export const rowsShown = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
/** The headings of its columns. */
export const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
