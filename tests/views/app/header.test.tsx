import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MAX_TEXT_LENGTH } from '#contract/constants.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DASHBOARD } from '#src/machines/kit/landing.logic.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const openAs = async (role: Role, path: string, actingRole: Role | null = null) => {
  page = openPage({ path })
  await page.act(() =>
    page.actor.send({ type: 'acting.read', role: actingRole, timeZone: DEFAULT_TIME_ZONE }),
  )
  await page.signIn({ ...USER, roles: [role] })
}
const payHub = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'PayHub' })
const press = (name: string) => page.act(() => fireEvent.click(screen.getByRole('button', { name })))

test.each<[Role, string, 'enabled' | 'disabled' | 'none']>([
  ['CUSTOMERADMIN', '/owner-suite', 'enabled'],
  ['MANAGER', '/owner-suite', 'enabled'],
  ['CSSUPPORT', '/owner-suite', 'disabled'],
  ['CUSTOMER', '/owner-suite', 'none'],
  ['ROOTADMIN', '/owner-suite', 'none'],
  ['MANAGER', '/fleet-health', 'none'],
])('SHL-36 SHL-37 SHL-56 PayHub for %s on %s is %s', async (role, path, expected) => {
  await openAs(role, path, role === 'CSSUPPORT' ? 'MANAGER' : null)
  const button = payHub()
  expect(button === null ? 'none' : button.disabled ? 'disabled' : 'enabled').toBe(expected)
})

test('SHL-38 PayHub requests its address and opens it in a new tab', async () => {
  await openAs('MANAGER', '/owner-suite')
  await press('PayHub')
  await page.act(() => page.shell.payment.latest().resolve({ redirectionUrl: 'https://pay.example/start' }))
  expect(page.shell.openedTab.done).toEqual([{ address: 'https://pay.example/start' }])
})

test('SHL-38 AC-17 an address that is not plain https is not opened, and the reason shows', async () => {
  await openAs('MANAGER', '/owner-suite')
  await press('PayHub')
  await page.act(() => page.shell.payment.latest().resolve({ redirectionUrl: 'javascript:alert(1)' }))
  expect(page.shell.openedTab.done).toEqual([])
  expect(await screen.findByText('Failed to fetch payment details. Please try again later.')).toBeTruthy()
})

test.each([
  ['SHL-39', 'CallRefused', 'Failed to fetch payment details. Please try again later.'],
  ['SHL-40', 'NetworkFailure', 'An error occurred while processing your request. Please try again.'],
])("%s a %s of PayHub's call is reported", async (_row, name, text) => {
  await openAs('MANAGER', '/owner-suite')
  await press('PayHub')
  await page.act(() => page.shell.payment.latest().reject(Object.assign(new Error('no'), { name })))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(payHub()?.disabled).toBe(false)
})

test('SHL-39 without a payment portal PayHub says so, and does not ask to try again', async () => {
  await openAs('MANAGER', '/owner-suite')
  await press('PayHub')
  const refusal = { name: 'CallRefused', code: 'paymentNotConfigured' }
  await page.act(() => page.shell.payment.latest().reject(Object.assign(new Error('no'), refusal)))
  expect(await screen.findByText(/^No payment portal is configured/)).toBeTruthy()
  expect(screen.queryByText(/try again/i)).toBeNull()
})

test('SHL-35 support has no profile link on its own page, but one elsewhere', async () => {
  await openAs('CSSUPPORT', '/cssupport')
  await page.act(() => page.shell.acting.latest().resolve(null))
  expect(within(screen.getByRole('banner')).queryByRole('link', { name: 'Profile' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'SWITCH PROFILE' })).toBeNull()
  page.close()
  await openAs('CSSUPPORT', '/owner-suite', 'MANAGER')
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Profile' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'SWITCH PROFILE' })).toBeTruthy()
})

test('SHL-30 the greeting shows the first name in lower case', async () => {
  await openAs('MANAGER', '/owner-suite')
  expect(screen.getByRole('banner').textContent).toContain(`Welcome back, ${USER.firstName.toLowerCase()}`)
})

test('OPEN-04 SES-10 support chooses a role, then a user, and restarts as that user', async () => {
  await openAs('CSSUPPORT', '/cssupport')
  await page.act(() => page.shell.acting.latest().resolve(null))
  await screen.findByRole('heading', { name: 'Customer support' })
  await page.act(() => fireEvent.click(screen.getByRole('combobox', { name: 'Role' })))
  const list = await screen.findByRole('listbox', { name: 'Role', hidden: true })
  const offered = within(list)
    .getAllByRole('option', { hidden: true })
    .map((option) => option.textContent)
  expect(offered).toEqual(['CUSTOMER', 'CUSTOMERADMIN', 'MANAGER', 'CONFIG MANAGER'])
  await page.act(() => fireEvent.click(screen.getByRole('option', { name: 'MANAGER', hidden: true })))
  expect(page.shell.users.requested()).toEqual([{ role: 'MANAGER' }])
  expect(screen.getByText('Loading...')).toBeTruthy()
  const user = {
    userId: 12,
    userName: 'ravi',
    firstName: 'Ravi',
    role: 'MANAGER',
    companyName: 'Varunika Roadlines',
    mobileNumber: '',
    emailId: 'ravi@varunika.example',
  } as const
  await page.act(() => page.shell.users.answer([user, { ...user, userId: 13, userName: 'meena' }]))
  const search = screen.getByRole('textbox', { name: 'Search users' })
  await page.act(() => fireEvent.change(search, { target: { value: 'nobody' } }))
  expect(screen.getByText('No Records Found')).toBeTruthy()
  await page.act(() => fireEvent.change(search, { target: { value: 'RAVI' } }))
  const reason = screen.getByRole<HTMLInputElement>('textbox', { name: /^Reason/ })
  for (const poor of ['', '   ', '.....']) {
    await page.act(() => fireEvent.change(reason, { target: { value: poor } }))
    await press('Choose ravi')
    expect(page.shell.beginActing.calls).toHaveLength(0)
    expect(screen.getByText('Say why access is needed: a ticket number, or who asked for it.')).toBeTruthy()
    expect(document.activeElement).toBe(reason)
  }
  await page.act(() => fireEvent.change(reason, { target: { value: 'x'.repeat(MAX_TEXT_LENGTH.short + 1) } }))
  expect(reason.value).toHaveLength(MAX_TEXT_LENGTH.short + 1)
  expect(screen.getByText(/^Use at most 200 characters/)).toBeTruthy()
  await press('Choose ravi')
  expect(page.shell.beginActing.calls).toHaveLength(0)
  await page.act(() => fireEvent.change(reason, { target: { value: 'He called' } }))
  await press('Choose ravi')
  expect(page.shell.beginActing.latest().input).toEqual({ userId: 12, role: 'MANAGER', reason: 'He called' })
  const acting = { ...user, timeZone: DEFAULT_TIME_ZONE, endsAt: Date.now() + 1_800_000 }
  await page.act(() => page.shell.beginActing.latest().resolve({ acting, leftMs: 1_800_000 }))
  expect(page.shell.startedAnew.done).toEqual([{ path: DASHBOARD }])
  expect(screen.getByText('Acting for Ravi (MANAGER)')).toBeTruthy()
  expect(screen.getByText('30 minutes left')).toBeTruthy()
})

test('SHL-41 SWITCH PROFILE ends the acting and leads to the picker after a second', async () => {
  await openAs('CSSUPPORT', '/owner-suite', 'MANAGER')
  const acting = {
    userId: 12,
    userName: 'ravi',
    firstName: 'Ravi',
    role: 'MANAGER',
    companyName: 'V',
  } as const
  await page.act(() =>
    page.shell.acting.latest().resolve({
      acting: { ...acting, timeZone: DEFAULT_TIME_ZONE, endsAt: Date.now() + 60_000 },
      leftMs: 60_000,
    }),
  )
  expect(screen.getByText('1 minute left')).toBeTruthy()
  await press('SWITCH PROFILE')
  expect(page.shell.endActing.calls).toHaveLength(1)
  expect(page.shell.startedAnew.done).toEqual([])
  await waitFor(() => expect(page.shell.startedAnew.done).toEqual([{ path: '/cssupport' }]))
})

test('CONFLICT-39 a session waiting for the network shows a quiet notice', async () => {
  await openAs('MANAGER', '/owner-suite')
  expect(screen.queryByText('Reconnecting…')).toBeNull()
  await page.act(() => page.actor.getSnapshot().children.session?.send({ type: 'request.refused' }))
  await page.act(() => page.refresh.latest().resolve({ kind: 'away', retryAfterMs: 60_000 }))
  expect(screen.getByText('Reconnecting…')).toBeTruthy()
})
