import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import PathsPage from '#src/views/lab/paths-page.tsx'
import { openPage, type Page } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

test.each([
  [
    '/lab/paths?machine=plyback&to=play',
    'There is no machine “plyback”. Choose another one.',
    { name: 'playback', href: '/lab/paths?machine=playback' },
    '',
  ],
  [
    '/lab/paths?machine=manual&to=restng',
    'There is no state or transition “restng” of manual. Choose another one.',
    { name: 'resting', href: '/lab/paths?machine=manual&to=resting' },
    'manual',
  ],
])('%s names what there is not, and leads to the nearest', async (path, text, nearest, machine) => {
  page = openPage({ path, screens: <PathsPage /> })
  await page.start({ lab: true })
  expect(screen.getByRole('alert').textContent).toBe(text)
  const [first, ...others] = within(screen.getByRole('list')).getAllByRole('link')
  expect([first?.textContent, first?.getAttribute('href')]).toEqual([nearest.name, nearest.href])
  expect(others).toHaveLength(2)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Machine' }).value).toBe(machine)
})
