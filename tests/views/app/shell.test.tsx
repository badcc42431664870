import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { routeOf } from '#src/machines/app/app.logic.ts'
import { DASHBOARD } from '#src/machines/kit/landing.logic.ts'
import { SCREENS } from '#src/machines/kit/screens.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const menu = () =>
  within(screen.getByRole('navigation', { name: 'Main menu' }))
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')])

describe('the shell', () => {
  test('SHL-20 SHL-22 the sidebar has the main owner menu in order and highlights the current page', async () => {
    page = openPage({ path: '/alerts' })
    await page.signIn()
    expect(menu()).toEqual([
      ['/owner-suite', 'Dashboard'],
      ['/track-trace', 'Track and Trace'],
      ['/alerts', 'Alerts'],
      ['/trip-management', 'Trip Management'],
      ['/fleet-health', 'Fleet Health'],
      ['/driving-analysisv2', 'Driving Analysis'],
      ['/reportsv2', 'Reports'],
      ['/settings', 'Settings'],
      ['/demo', 'Demo'],
      ['/support', 'Help'],
    ])
    expect(screen.getByRole('link', { name: 'Alerts' }).getAttribute('aria-current')).toBe('page')
    const isBuilt = (path: string) => SCREENS[routeOf(path)?.screen ?? 'track'].isBuilt
    const soon = screen
      .getAllByRole('link')
      .flatMap((link) =>
        link.getAttribute('aria-description') === 'Soon' ? [link.getAttribute('href')] : [],
      )
    expect(soon).toEqual(menu().flatMap(([path]) => (path != null && !isBuilt(path) ? [path] : [])))
    expect(soon).toContain('/demo')
  })

  test('ALR-38 SHL-22 the entry of the alerts has the number of alerts that the last check found', async () => {
    page = openPage({ path: '/settings' })
    await page.signIn()
    const entry = () => screen.getByRole('link', { name: 'Alerts' })
    const poll = (count: number) =>
      page.act(() =>
        page.shell.alertPolls
          .latest()
          .emit({ type: 'alertPopup.polled', alerts: [], count, at: performance.now() }),
      )
    const shown = () => [entry().textContent, entry().getAttribute('aria-description')]
    expect(shown()).toEqual(['', null])
    await poll(1)
    expect(shown()).toEqual(['1', '1 new alert at the last check'])
    await poll(99)
    expect(shown()).toEqual(['99', '99 new alerts at the last check'])
    await poll(230)
    expect(shown()).toEqual(['99+', '230 new alerts at the last check'])
    expect(screen.getByRole('link', { name: 'Settings' }).textContent).toBe('')
    await poll(0)
    expect(shown()).toEqual(['', null])
  })

  test('SHL-28 SHL-29 SHL-30 shows title, logo and greeting', async () => {
    page = openPage({ path: '/alerts' })
    await page.signIn()
    expect(within(screen.getByRole('banner')).getByText('Roadbook').querySelector('svg')).not.toBeNull()
    expect(document.title).toBe('Alerts | Roadbook')
    expect(screen.getByText('asha').parentElement?.textContent).toBe('Welcome back, asha')
  })

  test('SHL-24 SHL-32 the BETA switch changes the interface and leads to the dashboard', async () => {
    page = openPage({ path: '/alerts' })
    await page.signIn()
    const beta = screen.getByRole('switch', { name: 'BETA' })
    expect(beta.getAttribute('aria-checked')).toBe('true')
    await page.act(() => fireEvent.click(beta))
    expect(window.location.pathname).toBe(DASHBOARD)
    expect(page.storePreference.done).toContainEqual({ key: 'uiType', value: 'alpha' })
  })

  test('SHL-33 users without both accesses have no switch', async () => {
    page = openPage({ path: '/alerts' })
    await page.signIn({ ...USER, alphaAccess: false })
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('SHL-34 SHL-42 the theme toggle is on listed routes, switches and is stored', async () => {
    page = openPage({ path: '/alerts' })
    await page.signIn()
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Dark theme' })))
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
    expect(page.storePreference.done).toContainEqual({ key: 'theme', value: 'dark' })
    await page.act(() => fireEvent.click(screen.getByRole('link', { name: 'Settings' })))
    expect(screen.queryByRole('button', { name: /theme/ })).toBeNull()
  })

  test('SHL-15 an unknown route shows the fallback', async () => {
    page = openPage({ path: '/nowhere' })
    await page.signIn()
    expect(screen.getByRole('heading', { name: 'Component Not Found' })).toBeTruthy()
  })

  test('SHL-16 a forbidden route is denied', async () => {
    page = openPage({ path: '/profiles/dealer' })
    await page.signIn()
    expect(
      screen.getByRole('heading', { name: 'Access denied - You are not authorized to access this page' }),
    ).toBeTruthy()
  })

  test('a screen that is not built says so and links to one that is', async () => {
    page = openPage({ path: '/trip-management' })
    await page.signIn()
    expect(screen.getByRole('heading', { name: 'Trip Management is not built yet' })).toBeTruthy()
    await page.act(() => fireEvent.click(screen.getByRole('link', { name: 'Open the fleet map' })))
    expect(await screen.findByRole('region', { name: 'Fleet' })).toBeTruthy()
  })
})
