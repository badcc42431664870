import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'
import type { GeofenceItem } from '#contract/records/geofences.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import '#src/views/geofences/geofences-mode.tsx'
import { fence } from '#tests/kit/builders/geofences.ts'
import { openPage, type Page, USER, vehicle } from './page.tsx'

/** The page that was opened last. */
export let page: Page
/** Closes it after each test of a file. */
export const closePageAfterEach = (): void => {
  afterEach(() => page.close())
}

/** A circle and a polygon. */
export const LISTED: readonly GeofenceItem[] = [
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

/** Opens the page with its geofences. */
export const openFences = async ({ isPhone = false, user = USER, listed = LISTED } = {}) => {
  page = openPage({ isPhone })
  page.fences.answers['geofenceList'] = () => ({ geofences: listed })
  if (user.roles.includes('CSSUPPORT'))
    await page.act(() =>
      page.actor.send({ type: 'acting.read', role: 'MANAGER', timeZone: DEFAULT_TIME_ZONE }),
    )
  await page.signIn(user)
  await page.answerList([vehicle(1)])
  await page.act(() => fleet()?.send({ type: 'geofences.opened' }))
  await screen.findByRole('heading', { name: 'Geofences' })
}

/** The open map. */
export const fleet = () => selectFleet(page.actor.getSnapshot())
/** Presses a button. */
export const press = (name: string | RegExp) =>
  page.act(() => fireEvent.click(screen.getByRole('button', { name })))
/** Begins a fence. */
export const begin = async () => {
  await press('Create geofence')
  await press('OK')
}
/** Types into a field. */
export const type = (label: string, value: string) =>
  page.act(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
/** The fences as they are listed. */
export const listedNames = () =>
  within(screen.getByRole('list', { name: 'List of geofences' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** The error shown at a field. */
export const faultOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent
