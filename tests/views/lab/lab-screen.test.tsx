import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { App } from '#src/views/app.tsx'
import '#src/views/lab/faults-panel.tsx'
import '#src/views/lab/lab-screen.tsx'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const pages = () => screen.findByRole('navigation', { name: 'Pages of the lab' })

test('a guest gets from the lab to the login', async () => {
  page = openPage({ path: '/lab/faults', screens: <App /> })
  await page.start({ lab: true })
  await page.act(() => page.storedSession.latest().resolve(null))
  await pages()
  await page.act(() => screen.getByRole('link', { name: 'Log in' }).click())
  expect(page.location.current().path).toBe('/login')
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
})

test('a user finds the pages of the lab, and no login', async () => {
  page = openPage({ path: '/lab/faults', screens: <App /> })
  await page.signIn({ ...USER, roles: ['CSSUPPORT'] })
  const links = within(await pages()).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Paths', 'Replay', 'Faults'])
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
})
