import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'
import { DEFAULT_HEALTH_FILTER, type HealthFilter } from '#contract/links/health.ts'
import type { Role } from '#contract/roles.ts'
import type { ShownHealth } from '#src/services/health/health-store.ts'
import { openPage, type Page, USER } from './page.tsx'

/** The time of fleet health, ms UTC: 10:45 in India. */
export const NOW = Date.UTC(2026, 10, 20, 5, 15)

/** The page that was opened last. */
export let page: Page
/** Closes it after each test of a file. */
export const closePageAfterEach = (): void => {
  afterEach(() => page?.close())
}
/** Opens a page that is not fleet health. */
export const openOther = async (path: string): Promise<void> => {
  page = openPage({ path })
  await page.signIn(USER)
}

export type Options = { filter?: Partial<HealthFilter>; row?: string; role?: Role; isPhone?: boolean }

/** Opens the screen at a filter; its first reply is still awaited. */
export const open = async ({ filter = {}, row, role = 'CUSTOMERADMIN', isPhone = false }: Options = {}) => {
  page = openPage({ path: '/fleet-health', isPhone })
  await page.signIn({ ...USER, roles: [role] })
  await page.act(() =>
    page.shell.healthAddress.latest().resolve({
      filter: { ...DEFAULT_HEALTH_FILTER, ...filter },
      open: row ?? null,
      now: NOW,
      isPeriodInvalid: false,
    }),
  )
  await page.act(() =>
    page.shell.healthChoices.latest().resolve({ groups: [{ groupId: 4, groupName: 'North' }] }),
  )
}
export const answer = (rows: Partial<ShownHealth>, total = 1) =>
  page.act(() => {
    page.showHealth(rows)
    return page.shell.health.latest().resolve({ shown: total, total })
  })
export const show = async (rows: Partial<ShownHealth>, options: Options = {}) => {
  await open(options)
  await answer(rows)
}
export const press = (name: string | RegExp, role = 'button') =>
  page.act(() => fireEvent.click(screen.getByRole(role, { name })))
export const type = (name: string, value: string) =>
  page.act(() => fireEvent.change(screen.getByLabelText(name), { target: { value } }))
export const rowTexts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
