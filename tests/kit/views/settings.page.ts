import { fireEvent, screen } from '@testing-library/react'
import { afterEach } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { openPage, type Page, USER } from './page.tsx'

/** The page that was opened last. */
export let page: Page
/** Closes it after each test of a file. */
export const closePageAfterEach = (): void => {
  afterEach(() => page?.close())
}

/** Opens the settings. */
export const openSettings = async (role: Role) => {
  page = openPage({ path: '/settings' })
  await page.signIn({ ...USER, roles: [role] })
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
}
/** Chooses a tab by its label. */
export const chooseTab = (name: string) => page.act(() => fireEvent.click(screen.getByRole('tab', { name })))
/** Presses a button. */
export const press = (name: string | RegExp) =>
  page.act(() => fireEvent.click(screen.getByRole('button', { name })))
/** Types into a field. */
export const write = (label: string, value: string) =>
  page.act(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
