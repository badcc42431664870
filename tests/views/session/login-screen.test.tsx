import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { openPage, type Page } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const logIn = async (userName: string, password: string) => {
  fireEvent.change(field('User name'), { target: { value: userName } })
  fireEvent.change(field('Password'), { target: { value: password } })
  await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Log in' })))
}

describe('the login page', () => {
  test('OPEN-06 a bad environment document blocks the page and is named; Retry reads it again', async () => {
    page = openPage({ path: '/' })
    await page.act(() => page.environment.latest().reject(new Error('env.json: apiKey is missing.')))
    expect(screen.getByRole('alert').textContent).toContain('env.json: apiKey is missing.')
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
    expect(page.environment.calls).toHaveLength(2)
    await page.start()
    await page.act(() => page.storedSession.latest().resolve(null))
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeTruthy()
  })

  test.each(['/', '/login'])('SHL-01 %s shows the login screen', async (path) => {
    page = openPage({ path })
    await page.start()
    await page.act(() => page.storedSession.latest().resolve(null))
    expect(field('User name').autocomplete).toBe('username')
    expect(field('Password').type).toBe('password')
    expect(screen.getByRole('link', { name: 'Forgot password' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
    expect(document.title).toBe('Roadbook')
  })

  test('OPEN-01 SES-26 wrong credentials are refused in place, and a successful login leads to the map', async () => {
    page = openPage({ path: '/' })
    await page.start()
    await page.act(() => page.storedSession.latest().resolve(null))
    await logIn(' asha ', 'wrong')
    expect(page.logIn.latest().input).toEqual({ userName: 'asha', password: 'wrong' })
    await page.act(() => page.logIn.latest().resolve({ kind: 'refused' }))
    expect(screen.getByRole('alert').textContent).toBe('Enter Valid Credentials')
    await logIn('asha', 'roadbook')
    const user = {
      id: 7,
      roles: ['CUSTOMER' as const],
      firstName: 'Asha',
      betaAccess: true,
      alphaAccess: true,
      timeZone: DEFAULT_TIME_ZONE,
    }
    await page.act(() =>
      page.logIn.latest().resolve({ kind: 'accepted', user, expiresOn: 4_000_000_000, now: 0 }),
    )
    expect(await screen.findByRole('region', { name: 'Fleet' })).toBeTruthy()
    expect(window.location.pathname).toBe('/track-trace')
  })

  test('SES-61 single sign-on is offered if configured, and its result shows', async () => {
    page = openPage({ path: '/login' })
    await page.start()
    await page.act(() => page.storedSession.latest().resolve(null))
    expect(screen.queryByRole('button', { name: 'Continue with single sign-on' })).toBeNull()
    page.close()
    page = openPage({ path: '/login' })
    await page.start({
      identityProvider: { clientId: 'a', redirectUri: '/b', scope: 'c', authorizeUrl: '/d', logoutUrl: '/e' },
    })
    await page.act(() => page.storedSession.latest().resolve(null))
    const button = () => screen.getByRole('button', { name: 'Continue with single sign-on' })
    button().focus()
    await page.act(() => fireEvent.click(button()))
    expect(button().getAttribute('aria-busy')).toBe('true')
    await page.act(() => fireEvent.click(button()))
    expect(page.leave.calls).toHaveLength(1)
    expect(document.activeElement).toBe(button())
    await page.act(() => page.leave.latest().reject(new Error('Single sign-on needs https.')))
    expect(screen.getByRole('alert').textContent).toBe('Single sign-on needs https.')
    expect(page.logIn.calls).toHaveLength(0)
  })

  test('missing input is reported at its field and nothing is sent', async () => {
    page = openPage({ path: '/' })
    await page.start()
    await page.act(() => page.storedSession.latest().resolve(null))
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Log in' })))
    expect(screen.getByText('Enter your user name')).toBeTruthy()
    expect(document.activeElement).toBe(field('User name'))
    fireEvent.change(field('User name'), { target: { value: 'asha' } })
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Log in' })))
    expect(screen.getByText('Enter your password')).toBeTruthy()
    expect(page.logIn.calls).toHaveLength(0)
  })

  test('the password can be shown, by a labelled button', async () => {
    page = openPage({ path: '/' })
    await page.start()
    await page.act(() => page.storedSession.latest().resolve(null))
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Show characters' }))
    expect(field('Password').type).toBe('text')
  })

  test('SES-56 SES-57 a repeated error is one toast; a warning is another', async () => {
    page = openPage({ path: '/alerts' })
    await page.start()
    await page.act(() => page.storedSession.latest().resolve(null))
    expect(await screen.findByText('Please login to continue.')).toBeTruthy()
    const { createToasts } = await import('#src/views/kit/toasts.tsx')
    await page.act(() => {
      createToasts().show({ kind: 'error', text: 'responseIsEmpty' })
      createToasts().show({ kind: 'error', text: 'responseIsEmpty' })
    })
    const errors = await screen.findAllByRole('alert')
    expect(errors.filter((toast) => within(toast).queryByText('Response is empty'))).toHaveLength(1)
  })
})
