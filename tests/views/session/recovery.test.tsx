import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MAX_TEXT_LENGTH } from '#contract/constants.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import { openPage, type Page } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const openGuest = async (path: string) => {
  page = openPage({ path })
  await page.start()
  await page.act(() => page.storedSession.latest().resolve(null))
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) =>
  page.act(() => fireEvent.change(field(label), { target: { value } }))
const press = (name: string) => page.act(() => fireEvent.click(screen.getByRole('button', { name })))

test("OPEN-03 SHL-02 one form requests a link and shows the server's answer", async () => {
  await openGuest('/forgot-password')
  await screen.findByRole('heading', { name: 'Forgot password' })
  await write('User name or e-mail', 'x'.repeat(MAX_TEXT_LENGTH.account + 1))
  await press('Send the link')
  expect(screen.getByText(/^Use at most 200 characters/)).toBeTruthy()
  expect(page.shell.requestLink.calls).toHaveLength(0)
  await write('User name or e-mail', '')
  await press('Send the link')
  expect(screen.getByText('Enter your user name or e-mail')).toBeTruthy()
  expect(page.shell.requestLink.calls).toHaveLength(0)
  await write('User name or e-mail', '  asha ')
  await press('Send the link')
  expect(page.shell.requestLink.latest().input).toEqual({ account: 'asha' })
  await page.act(() => page.shell.requestLink.latest().resolve('If the account exists a reset link was sent'))
  expect(screen.getByRole('status').textContent).toBe('If the account exists a reset link was sent')
})

test('OPEN-03 a failed request gives the reason and can be repeated', async () => {
  await openGuest('/forgot-password')
  await screen.findByRole('heading', { name: 'Forgot password' })
  await write('User name or e-mail', 'asha')
  await press('Send the link')
  await page.act(() => page.shell.requestLink.latest().reject(refusedCall('tooManyTries')))
  expect(screen.getByRole('alert').textContent).toBe('Too many tries. Please try again later.')
  await press('Send the link')
  expect(page.shell.requestLink.calls).toHaveLength(2)
})

test('OPEN-28 a new password is validated in place, then set', async () => {
  await openGuest('/reset-password')
  await screen.findByRole('heading', { name: 'Choose a new password' })
  await write('New password', `Aa1${'x'.repeat(PASSWORD_LENGTH.max)}`)
  await press('Save the password')
  expect(screen.getByText(/^Use at most 1,?000 characters/)).toBeTruthy()
  await write('New password', 'short')
  await write('Confirm new password', 'other')
  await press('Save the password')
  expect(screen.getByText('Use at least 8 characters')).toBeTruthy()
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  await write('New password', 'all small letters')
  expect(screen.getByText('Use a lowercase letter, an uppercase letter and a digit')).toBeTruthy()
  await write('New password', 'A good passw0rd')
  await write('Confirm new password', 'A good passw0rd')
  await press('Save the password')
  expect(page.shell.setPassword.latest().input).toEqual({ newPassword: 'A good passw0rd' })
  await page.act(() => page.shell.setPassword.latest().resolve('The password was changed.'))
  expect(screen.getByRole('status').textContent).toBe('The password was changed.')
  await page.act(() => fireEvent.click(screen.getByRole('link', { name: 'Back to login' })))
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeTruthy()
})
