import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '#src/texts/en/errors.ts'
import { fence, fenceDetail } from '#tests/kit/builders/geofences.ts'
import { refusedField } from '#tests/kit/builders/refused-calls.ts'
import {
  closePageAfterEach,
  LISTED,
  openFences,
  page,
  press,
  type,
} from '#tests/kit/views/geofences.page.tsx'

closePageAfterEach()

test('GEO-15 editing opens with the details, and Escape leaves them unchanged', async () => {
  await openFences()
  page.fences.answers['geofenceEditDetails'] = () => fenceDetail(LISTED[0] ?? fence(4), { typeId: 3 })
  await press(/^Depot north/)
  await page.act(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
  await waitFor(() => expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Depot north'))
  expect(page.map.drawn().drawing?.shape).toEqual({ kind: 'circle', centre: [77.59, 12.97], radiusM: 2000 })
  expect(page.map.drawn().fences.map(({ geoFenceId }) => geoFenceId)).toEqual([5])
  await page.act(() => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' }))
  expect(screen.getByLabelText('Name')).toBeTruthy()
  await page.act(() => fireEvent.keyDown(screen.getByRole('button', { name: 'Save' }), { key: 'Escape' }))
  expect(page.map.drawn().drawing).toBeNull()
  expect(page.fences.bodies('saveGeofence')).toEqual([])
})

test.each([0, 1])(
  'GEO-15 the pressed Edit shows progress and keeps the focus, the other waits (%i)',
  async (pressed) => {
    await openFences()
    let refuse: (why: unknown) => void = () => {}
    page.fences.answers['geofenceEditDetails'] = () => new Promise((_, reject) => (refuse = reject))
    await press(/^Depot north/)
    const edits = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Edit' })
    const shown = () => edits().map(({ ariaBusy, disabled }) => [ariaBusy, disabled])
    const button = edits()[pressed]
    button?.focus()
    await page.act(() => button?.click())
    expect(shown().toSpliced(pressed, 1)).toEqual([['false', true]])
    expect(shown()[pressed]).toEqual(['true', false])
    await page.act(() => refuse({ name: 'CallFailed', message: 'Not reached' }))
    expect(shown()).toEqual([
      ['false', false],
      ['false', false],
    ])
    expect(document.activeElement).toBe(button)
  },
)

test('GEO-06 GEO-15 a fence changed meanwhile is reported in the form, which keeps the typed values until Reload', async () => {
  await openFences()
  page.fences.answers['geofenceEditDetails'] = () => fenceDetail(LISTED[0] ?? fence(4))
  page.fences.answers['saveGeofence'] = () => {
    throw refusedField('revision', 'fenceOutdated')
  }
  await press(/^Depot north/)
  await page.act(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
  await waitFor(() => expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Depot north'))
  await type('Name', 'Mine')
  await press('Save')
  expect(screen.getByRole('alert').textContent).toBe(
    'This fence was changed since you opened it. Reload it, then make your changes again.',
  )
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Mine')
  await press('Reload and discard my changes')
  await waitFor(() => expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Depot north'))
  expect(screen.queryByRole('button', { name: 'Reload and discard my changes' })).toBeNull()
})

test('GEO-15 Reload keeps the focus while it works and when it fails, and passes it to the loaded form', async () => {
  await openFences()
  let answerReload: (answer: unknown) => void = () => {}
  let refuseReload: (why: unknown) => void = () => {}
  page.fences.answers['geofenceEditDetails'] = () => fenceDetail(LISTED[0] ?? fence(4))
  page.fences.answers['saveGeofence'] = () => {
    throw refusedField('revision', 'fenceOutdated')
  }
  await press(/^Depot north/)
  await page.act(() => fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement))
  const form = () => screen.getByRole('form', { name: 'Edit geofence' })
  await waitFor(form)
  await type('Name', 'Mine')
  await press('Save')
  page.fences.answers['geofenceEditDetails'] = () =>
    new Promise((resolve, reject) => {
      answerReload = resolve
      refuseReload = reject
    })
  const reload = () => screen.getByRole('button', { name: 'Reload and discard my changes' })
  const isShut = () => form().querySelector('fieldset')?.disabled
  reload().focus()
  await page.act(() => fireEvent.click(reload()))
  expect([isShut(), document.activeElement === reload(), reload().matches(':disabled')]).toEqual([
    true,
    true,
    false,
  ])
  expect(form().querySelectorAll('.mantine-Loader-root'), 'Save is not what works').toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await page.act(() => refuseReload({ name: 'NetworkFailure', message: 'x', retryAfterMs: null }))
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
    ERROR_TEXTS.fenceOutdated,
  )
  expect([isShut(), document.activeElement === reload()]).toEqual([false, true])
  await page.act(() => fireEvent.click(reload()))
  await page.act(() => answerReload(fenceDetail(LISTED[0] ?? fence(4), { revision: 2 })))
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Depot north')
  expect([isShut(), document.activeElement === form()]).toEqual([false, true])
})
