import { fireEvent, screen } from '@testing-library/react'
import { afterEach } from 'vitest'
import type { VehicleOption } from '#contract/records/fleet.ts'
import type { Role } from '#contract/roles.ts'
import { simulatedClock } from '../machines/controlled-ports.ts'
import { openPage, type Page, USER, vehicle } from './page.tsx'

/** The page that was opened last. */
export let page: Page
/** The clock of its machines. */
export let clock = simulatedClock()
/** Closes it after each test of a file. */
export const closePageAfterEach = (): void => {
  afterEach(() => page.close())
}

/** Opens the fleet; all but SUPPORT, which selects first, see two vehicles. */
export const openAs = async (role: Role = 'MANAGER', isPhone = false) => {
  clock = simulatedClock()
  page = openPage({ isPhone, clock })
  await page.signIn({ ...USER, roles: [role] })
  await screen.findByRole('region', { name: 'Fleet' })
  if (role !== 'SUPPORT') await page.answerList([vehicle(1), vehicle(2)])
}
/** Presses an element that exists. */
export const press = (element: HTMLElement) => page.act(() => fireEvent.click(element))
/** The single button with a name. */
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
/** The latest request for the list. */
export const lastList = () => page.loadList.latest().input
/** How often the list was requested. */
export const lists = () => page.loadList.calls.length
/** A vehicle as offered for selection. */
export const option = (vehicleId: number, overrides: Partial<VehicleOption> = {}): VehicleOption => ({
  ...{ vehicleId, registrationId: `TN 01 AB ${String(vehicleId).padStart(4, '0')}` },
  ...{ vehicleStatus: 'RUNNING', lastUpdatedDate: '20-11-2026', lastUpdatedTime: '14:32:10' },
  ...{ tripDetail: null, ...overrides },
})
