import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createToasts } from '#src/views/kit/toasts.tsx'
import { openPage, type Page } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const placeOfToast = async () => {
  act(() => createToasts().show({ kind: 'warning', text: 'responseIsEmpty' }))
  return (await screen.findByText('Response is empty'))
    .closest('[data-position]')
    ?.getAttribute('data-position')
}

test('a toast lies at the foot of the page, off the filters below the header', async () => {
  page = openPage({ path: '/dashboard' })
  await page.signIn()
  expect(await placeOfToast()).toBe('bottom-center')
})

test('a toast lies below the header of a phone, off its sheets', async () => {
  page = openPage({ path: '/dashboard', isPhone: true })
  await page.signIn()
  expect(await placeOfToast()).toBe('top-center')
})
