import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseTab, closePageAfterEach, openSettings, page } from '#tests/kit/views/settings.page.ts'

closePageAfterEach()

test('TCK-11 administrators switch maintenance', async () => {
  await openSettings('ROOTADMIN')
  await chooseTab('Maintenance')
  await page.act(() => fireEvent.click(screen.getByRole('switch', { name: 'Show the maintenance notice' })))
  expect(page.shell.writeStatus.latest().input).toEqual({ isOn: true })
  await page.act(() => page.shell.writeStatus.latest().resolve(true))
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Show the maintenance notice' })
  expect(toggle.checked).toBe(true)
})
