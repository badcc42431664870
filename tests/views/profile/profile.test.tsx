import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { economyMeasure, formatDistance, volumeMeasure } from '#src/views/kit/measures.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const RECORD = {
  ...{
    userId: USER.id,
    userName: 'asha',
    firstName: 'Asha',
    mobileNumber: '',
    emailId: 'asha@fleet.example',
  },
  ...{ companyName: 'Varunika Roadlines', roles: ['MANAGER', 'CUSTOMER'] },
}
const shownAs = (name: string) => screen.getByText(name).nextElementSibling?.textContent

test('SHL-35 the own record is requested on its page only, and on every visit', async () => {
  page = openPage({ path: '/settings' })
  await page.signIn({ ...USER, roles: ['MANAGER'] })
  expect(page.shell.profile.requested()).toHaveLength(0)
  await page.act(() =>
    fireEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Profile' })),
  )
  expect(page.shell.profile.requested()).toHaveLength(1)
  expect(await screen.findByText('Loading...')).toBeTruthy()
  await page.act(() => page.shell.profile.answer(RECORD))
  // The screen is loaded when it is opened first.
  expect(await screen.findByRole('heading', { name: 'My profile' })).toBeTruthy()
  expect(['First name', 'User name', 'Role', 'Company', 'Mobile number', 'E-mail'].map(shownAs)).toEqual([
    ...['Asha', 'asha', 'MANAGER', 'Varunika Roadlines', 'Not provided', 'asha@fleet.example'],
  ])
  await page.act(() => fireEvent.click(screen.getByRole('link', { name: 'Change password' })))
  await page.act(() =>
    fireEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Profile' })),
  )
  expect(page.shell.profile.requested()).toHaveLength(2)
})

test('SHL-53 an administrator lands on it; a failure to load is reported and can be retried', async () => {
  page = openPage({ path: '/' })
  await page.signIn({ ...USER, roles: ['SUPERADMIN'] })
  await screen.findByRole('heading', { name: 'My profile' })
  const away = Object.assign(new Error(''), { name: 'NetworkFailure' })
  await page.act(() => page.shell.profile.refuse(away))
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  await page.act(() => page.shell.profile.answer(RECORD))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shownAs('Company')).toBe('Varunika Roadlines')
})

test('another profile page says that it is not built, and requests nothing', async () => {
  page = openPage({ path: '/profiles/vehicle' })
  await page.signIn({ ...USER, roles: ['MANAGER'] })
  expect(await screen.findByRole('heading', { name: /not built yet/ })).toBeTruthy()
  expect(page.shell.profile.requested()).toHaveLength(0)
})

test('language and units are chosen on the own profile and count at once', async () => {
  page = openPage({ path: '/profiles/user' })
  await page.signIn({ ...USER, roles: ['MANAGER'] })
  await page.act(() =>
    fireEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Profile' })),
  )
  const choose = (name: string, value: string) =>
    page.act(() => fireEvent.change(screen.getByLabelText(name), { target: { value } }))
  const shown = () => [formatDistance(100), volumeMeasure(100).unit, economyMeasure(5).unit]
  expect(shown()).toEqual(['100.00 kms', 'ltrs', 'kmpl'])
  await choose('Distance and speed', 'mi')
  await choose('Fuel and AdBlue', 'imperialGallon')
  await choose('Fuel economy', 'litresPer100Km')
  expect(shown()).toEqual(['62.14 miles', 'gal (imp.)', 'l/100 km'])
  expect(screen.getByLabelText<HTMLSelectElement>('Distance and speed').value).toBe('mi')
})

test.each([
  ['ROOTADMIN', true],
  ['SUPERADMIN', true],
  ['MANAGER', false],
] as const)('SHL-19 the profile of a %s lists the pages that the menu leaves out', async (role, hasPages) => {
  page = openPage({ path: '/profile' })
  await page.signIn({ ...USER, roles: [role] })
  expect(await screen.findByRole('heading', { name: 'My profile' })).toBeTruthy()
  const pages = screen.queryByRole('navigation', { name: 'Pages of the fleets' })
  const links = pages === null ? [] : within(pages).getAllByRole('link')
  expect(links.some(({ textContent }) => textContent === 'Fleet Health')).toBe(hasPages)
})
