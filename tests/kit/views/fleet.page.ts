import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { openPage, type Page, vehicle } from './page.tsx'

/** The page as it shows the fleet to a manager, before any vehicle has arrived. */
export let page: Page
/** Opens such a page for each test of a file. */
export const openFleetPageBeforeEach = (): void => {
  beforeEach(async () => {
    page = openPage()
    await page.signIn()
    await screen.findByRole('region', { name: 'Fleet' })
  })
  afterEach(() => page.close())
}

/** Vehicles of three statuses, and one with an unknown status. */
export const FLEET = [
  vehicle(1),
  vehicle(2, { vehicleStatus: 'IDLE', currentVehicleSpeed: 0 }),
  vehicle(3, {
    vehicleStatus: 'STOPPED',
    tripDetail: { tripId: 9, fromCity: 'Chennai', toCity: 'Pune', eta: null },
  }),
  vehicle(4, { vehicleStatus: 'TELEPORTING' }),
]
/** The vehicles of the list. */
export const cards = () => within(screen.getByRole('list', { name: 'Vehicles' })).getAllByRole('button')
/** The filter of a status. */
export const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
/** Presses a button. */
export const press = (element: HTMLElement) => page.act(() => fireEvent.click(element))
