import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MODEL_SHARE } from '#src/machines/live-share/live-links.model.ts'
import { cards, FLEET } from '#tests/kit/views/fleet.page.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'
import '#src/views/live-share/share-dialogs.tsx'

let page: Page
const open = async (role: 'MANAGER' | 'SUPPORT' = 'MANAGER') => {
  page = openPage()
  await page.signIn({ ...USER, roles: [role] })
  await screen.findByRole('region', { name: 'Fleet' })
  // SUPPORT has to choose vehicles first.
  if (role === 'MANAGER') await page.answerList(FLEET)
}
const act = (something: () => unknown) => page.act(something)
const click = (name: string | RegExp) => act(() => fireEvent.click(screen.getByRole('button', { name })))
const choose = (label: string, value: string) =>
  act(() =>
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(new RegExp(`^${label}`)), {
      target: { value },
    }),
  )
const inDialog = (name: string) => within(screen.getByRole('dialog', { name }))
afterEach(() => page.close())

describe('OPEN-43 sharing a truck', () => {
  beforeEach(() => open())
  const share = async () => {
    await act(() => fireEvent.click(cards()[0] as HTMLElement))
    await click('Share')
    await screen.findByRole('dialog', { name: 'Share a live link' })
    await act(() => page.liveLinks.fences.latest().resolve([{ geoFenceId: 3, geoFenceName: 'Depot' }]))
  }
  const submit = () =>
    act(() => fireEvent.submit(screen.getByRole('dialog').querySelector('form') as Element))

  test('the link is made as the form says, and copied', async () => {
    await share()
    await choose('The link ends', 'arrival')
    await choose('Geofence', '3')
    await choose('Note for viewers', 'Order 12')
    await submit()
    expect(page.liveLinks.create.latest().input).toMatchObject({
      ...{ subject: { kind: 'vehicles', vehicleIds: [1] }, endsBy: 'arrival', geoFenceId: 3 },
      label: 'Order 12',
    })
    await act(() => page.liveLinks.create.latest().resolve({ shareId: 4 }))
    const made = inDialog('The link is ready')
    expect((made.getByLabelText('Live link') as HTMLInputElement).value).toBe(
      'https://roadbook.example/liveTrack?q=of-4',
    )
    expect(made.queryByRole('button', { name: 'Send…' }), 'this system has no sheet').toBeNull()
    await click('Copy')
    expect(page.copied).toEqual(['https://roadbook.example/liveTrack?q=of-4'])
    expect(made.getByRole('button', { name: 'Copied' })).toBeTruthy()
    expect(made.getByRole('status').textContent).toBe('Copied')
  })

  test('where copying is not allowed, it says so; a phone offers its sheet', async () => {
    const sent = page.offerSheet()
    page.refuseCopying()
    await share()
    await submit()
    await act(() => page.liveLinks.create.latest().resolve({ shareId: 4 }))
    await click('Copy')
    expect(screen.getByRole('alert').textContent).toMatch(/^Copying is not allowed here/)
    await click('Send…')
    expect(sent).toEqual([{ title: 'Live location', url: 'https://roadbook.example/liveTrack?q=of-4' }])
  })

  test('an end of one’s own is read by the clock of the company; a refusal says why', async () => {
    await share()
    await choose('How long', 'custom')
    await choose('Ends at', '2026-11-21T09:40')
    await submit()
    expect(page.liveLinks.create.latest().input).toMatchObject({
      hours: null,
      endsAt: Date.UTC(2026, 10, 21, 4, 10),
    })
    await act(() =>
      page.liveLinks.create.latest().reject({ name: 'CallRefused', message: '', code: 'shareEndTooFar' }),
    )
    expect(inDialog('Share a live link').getByRole('alert').textContent).toMatch(/^A link ends in at most 30/)
  })
})

describe('OPEN-43 the live links', () => {
  const list = async () => {
    await click('Live links')
    await screen.findByRole('dialog', { name: 'Live links' })
  }
  const answer = (...shares: Array<typeof MODEL_SHARE>) =>
    act(() => page.liveLinks.list.latest().resolve(shares))

  test('each shows what is shared, until when and how often it was seen', async () => {
    await open()
    await list()
    expect(inDialog('Live links').getByRole('status').textContent).toBe('Loading…')
    await answer(MODEL_SHARE, {
      ...MODEL_SHARE,
      shareId: 5,
      state: 'ended',
      endsBy: 'arrival',
      geoFenceName: 'Depot',
      views: 0,
      vehicles: [
        { vehicleId: 5, registrationId: 'MH 31 AB 1234', hasArrived: true },
        { vehicleId: 6, registrationId: 'MH 31 AB 1235', hasArrived: false },
      ],
    })
    const [first, second] = inDialog('Live links').getAllByRole('listitem')
    for (const text of [/MH 31 AB 1234/, /Order 12/, /by Ravi/, /3 visits, last /, /Open/])
      expect(first?.textContent).toMatch(text)
    expect(first?.textContent).not.toMatch(/arrived/)
    expect(second?.textContent).toMatch(
      /MH 31 AB 1234arrivedMH 31 AB 1235Ended.*Until arrival in Depot.*Not viewed yet/,
    )
    expect(within(second as HTMLElement).queryByRole('button', { name: 'Revoke' })).toBeNull()
  })

  test('AC-07 one is revoked after a question', async () => {
    await open()
    await list()
    await answer(MODEL_SHARE)
    await click('Revoke')
    const question = inDialog('Revoke the link?')
    await act(() => fireEvent.click(question.getByRole('button', { name: 'Revoke' })))
    expect(page.liveLinks.change.latest().input).toEqual({ kind: 'revoke', shareId: 4 })
  })

  test('a list that cannot be read again after a change stays, says so, and can be changed', async () => {
    await open()
    await list()
    await answer(MODEL_SHARE)
    const revoke = async () => {
      await click('Revoke')
      await act(() => fireEvent.click(inDialog('Revoke the link?').getByRole('button', { name: 'Revoke' })))
    }
    await revoke()
    await act(() => page.liveLinks.change.latest().resolve())
    await act(() => page.liveLinks.list.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(inDialog('Live links').getByText(/^Not up to date\./)).toBeTruthy()
    await revoke()
    expect(page.liveLinks.change.calls).toHaveLength(2)
  })

  test('none, and a list that could not be loaded, say so', async () => {
    await open()
    await list()
    await act(() => page.liveLinks.list.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(screen.getByText('The live links could not be loaded')).toBeTruthy()
    await click('Retry')
    await answer()
    expect(screen.getByText('Nothing is shared')).toBeTruthy()
  })

  test('SUPPORT sees them, and can neither share nor change any', async () => {
    await open('SUPPORT')
    await list()
    await answer(MODEL_SHARE)
    for (const name of ['Change end', 'Revoke', 'Share again'])
      expect(inDialog('Live links').queryByRole('button', { name })).toBeNull()
  })
})
