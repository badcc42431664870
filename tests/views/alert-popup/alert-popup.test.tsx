import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import type { AlertCode } from '#domain/alerts.ts'
import { DAY_MS } from '#domain/units.ts'
import type { PopupAlert } from '#src/machines/alert-popup/alert-popup.ports.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { showLanguage } from '#src/texts/language.ts'
import { simulatedClock } from '#tests/kit/machines/controlled-ports.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(async () => {
  page.close()
  await showLanguage('en')
})

/** 8:15 in India. */
const TIME = Date.parse('2026-11-25T02:45:00Z')

const alert = (alertId: number, overrides: Partial<PopupAlert> = {}): PopupAlert => ({
  alertId,
  type: 'OVERSPEED',
  vehicleId: 5,
  registration: `KA 01 AB ${1000 + alertId}`,
  time: TIME,
  ...overrides,
})

const poll = (alerts: readonly PopupAlert[]) =>
  page.act(() =>
    page.shell.alertPolls
      .latest()
      .emit({ type: 'alertPopup.polled', alerts, count: alerts.length, at: performance.now() }),
  )

const open = async (alerts: readonly PopupAlert[], options: Parameters<typeof openPage>[0] = {}) => {
  page = openPage(options)
  await page.signIn()
  await poll(alerts)
}

const popup = () => screen.getByRole('region', { name: 'New alerts' })
const isOpen = () => screen.queryByRole('region', { name: 'New alerts' }) !== null
const items = () => within(popup()).getAllByRole('listitem')
const press = (name: string) => page.act(() => fireEvent.click(within(popup()).getByRole('button', { name })))

describe('the popup', () => {
  test.each([false, true])(
    'ALR-39 ALR-40 CST-05 says which alert, of whom and when; phone: %s',
    async (isPhone) => {
      await open([alert(1)], { isPhone })
      expect(items()[0]?.querySelector('p')?.textContent).toBe(
        'Overspeed alert occurred for KA 01 AB 1001 on Nov 25th 2026, 8:15 am',
      )
      expect(within(popup()).getByText('KA 01 AB 1001').getAttribute('translate')).toBe('no')
    },
  )

  test('ALR-01 ALR-40 each type has its name', async () => {
    const types = Object.keys(ALERTS) as AlertCode[]
    await open(types.map((type, place) => alert(place + 1, { type })))
    await press('Show all alerts')
    const sentences = items().map((item) => item.querySelector('p')?.textContent ?? '')
    for (const type of types)
      expect(
        sentences.some((sentence) => sentence.startsWith(`${ALERTS[type]} alert occurred for `)),
        type,
      ).toBe(true)
  })

  test('ALR-40 is in the language of the page', async () => {
    await open([alert(1)])
    addCatalogues()
    await page.act(() => showLanguage('hi'))
    expect(screen.getByText('KA 01 AB 1001').closest('p')?.textContent).toMatch(
      /^KA 01 AB 1001 के लिए 25 नव॰ 2026.*8:15.* पर अधिक गति अलर्ट आया$/,
    )
  })

  test('SHL-55 there is none for other roles', async () => {
    page = openPage()
    await page.signIn({ ...USER, roles: ['MANAGER'] })
    expect([page.shell.alertPolls.runs.length, isOpen()]).toEqual([0, false])
  })

  test('ALR-41 ALR-43 OPEN-84 shows the newest alert, all, and one again', async () => {
    await open([alert(1, { time: TIME - 5000 }), alert(2)])
    expect(within(popup()).getByRole('heading', { name: '2 new alerts' })).toBeTruthy()
    expect(items().map((item) => within(item).getByText(/^KA/).textContent)).toEqual(['KA 01 AB 1002'])
    await press('Show all alerts')
    expect(items()).toHaveLength(2)
    for (const item of items()) expect(within(item).getByRole('button', { name: 'Go to alert' })).toBeTruthy()
    await press('Show one alert')
    expect(items()).toHaveLength(1)
    expect(within(popup()).getAllByRole('button', { name: 'Go to alert' })).toHaveLength(1)
  })

  test('ALR-43 the button that shows all keeps the focus', async () => {
    await open([alert(1), alert(2)])
    const toggle = within(popup()).getByRole('button', { name: 'Show all alerts' })
    await page.act(() => toggle.focus())
    await press('Show all alerts')
    expect([document.activeElement, toggle.textContent]).toEqual([toggle, 'Show one alert'])
  })

  test('ALR-42 the button of an alert opens that alert and closes the popup', async () => {
    await open([alert(1, { time: TIME - 5000 }), alert(2)])
    await press('Show all alerts')
    const last = items().at(-1) as HTMLElement
    await page.act(() => fireEvent.click(within(last).getByRole('button', { name: 'Go to alert' })))
    expect(page.shell.alertFollowed.done).toEqual([{ path: '/alerts?page=alertWise&data=1&type=OVERSPEED' }])
    expect(isOpen()).toBe(false)
  })

  test('ALR-42 all of them lead to the alert list', async () => {
    await open([alert(1)])
    await press('Show all alerts')
    await press('Open the alert list')
    expect(page.shell.alertFollowed.done).toEqual([{ path: '/alerts' }])
  })

  test('ALR-41 the close icon closes it, and what had the focus before gets it back', async () => {
    await open([alert(1)])
    const before = screen.getByRole('button', { name: 'Log out' })
    const close = within(popup()).getByRole('button', { name: 'Close' })
    before.focus()
    await page.act(() => close.focus())
    await press('Close')
    expect([isOpen(), document.activeElement]).toEqual([false, before])
  })

  test('markup in a registration stays text', async () => {
    await open([alert(1, { registration: '<img src=x onerror="window.pwned=1">' })])
    expect(popup().querySelector('img')).toBeNull()
    expect(within(popup()).getByText('<img src=x onerror="window.pwned=1">')).toBeTruthy()
  })
})

describe('its time', () => {
  test('ALR-44 a movement of the mouse anywhere keeps it, 60 s without one close it', async () => {
    const clock = simulatedClock()
    await open([alert(1)], { clock })
    await page.act(() => clock.increment(59_000))
    await page.act(() =>
      page.shell.mouseMoves.latest().emit({ type: 'alertPopup.mouseMoved', at: clock.now() }),
    )
    await page.act(() => clock.increment(59_999))
    expect(isOpen()).toBe(true)
    await page.act(() => clock.increment(1))
    expect(isOpen()).toBe(false)
  })

  /** Moves the focus from one element to another by keyboard. */
  const tab = (from: HTMLElement, to: HTMLElement) =>
    page.act(() => {
      from.focus()
      to.focus()
      fireEvent.keyUp(to, { key: 'Tab' })
    })
  const inPopup = (name: string) => within(popup()).getByRole('button', { name })

  test('while the keyboard is in it, it stays, also when the focus moves within it', async () => {
    const clock = simulatedClock()
    await open([alert(1)], { clock })
    const outside = screen.getByRole('button', { name: 'Log out' })
    await tab(outside, inPopup('Close'))
    await page.act(() => clock.increment(59_000))
    await tab(inPopup('Close'), inPopup('Go to alert'))
    await page.act(() => clock.increment(600_000))
    expect(isOpen()).toBe(true)
    await tab(inPopup('Go to alert'), outside)
    await page.act(() => clock.increment(59_999))
    expect(isOpen()).toBe(true)
    await page.act(() => clock.increment(1))
    expect(isOpen()).toBe(false)
  })

  test('ALR-44 a button that was pressed with the mouse does not hold it', async () => {
    const clock = simulatedClock()
    await open([alert(1)], { clock })
    await page.act(() => {
      fireEvent.mouseDown(inPopup('Show all alerts'))
      inPopup('Show all alerts').focus()
    })
    await press('Show all alerts')
    await page.act(() => clock.increment(60_000))
    expect(isOpen()).toBe(false)
  })
})

const answerList = () =>
  page.act(() =>
    page.shell.alerts.latest().resolve({
      ...{ shown: 0, total: 0, unacknowledged: 0, readAt: TIME },
      range: { from: TIME - DAY_MS, to: TIME },
    }),
  )

test('on the page of the alert list there is no popup for what it shows, and one that was open is closed', async () => {
  await open([alert(1)], { path: '/settings' })
  await page.act(() => page.location.visit('/alerts'))
  await page.act(() =>
    page.shell.alertAddress.latest().resolve({
      filter: DEFAULT_ALERT_FILTER,
      alertId: null,
      hidden: [],
      now: TIME,
      isPeriodInvalid: false,
    }),
  )
  await answerList()
  await page.act(() => page.shell.listedAlertChoices.latest().resolve({ groups: [], types: ['IDLING'] }))
  expect(isOpen()).toBe(false)
  await poll([alert(2)])
  expect(isOpen()).toBe(false)
  await page.act(() => fireEvent.click(screen.getByRole('button', { name: `${ALERTS.IDLING} 0` })))
  await answerList()
  await poll([alert(2), alert(3), alert(4, { type: 'IDLING' })])
  expect(items()).toHaveLength(1)
  expect(items()[0]?.textContent).toContain('KA 01 AB 1003')
  await page.act(() => page.location.visit('/settings'))
  await poll([alert(2), alert(5)])
  expect(isOpen()).toBe(true)
})

describe('signals', () => {
  const notify = () =>
    screen.getByRole<HTMLInputElement>('switch', { name: 'Notify me while this page is hidden' })
  const sound = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Play a sound for new alerts' })
  const answer = (consent: 'default' | 'granted' | 'denied' | 'unsupported') =>
    page.act(() =>
      page.shell.alertSignals.latest().resolve({ isNotifying: false, isSounding: false, consent }),
    )

  test('the switch in the popup is off, asks the browser when pressed, and is on once that allows it', async () => {
    await open([alert(1)])
    await answer('default')
    expect([notify().checked, page.shell.notificationConsent.calls.length]).toEqual([false, 0])
    await page.act(() => fireEvent.click(notify()))
    await page.act(() => page.shell.notificationConsent.latest().resolve('granted'))
    expect([notify().checked, page.shell.storedSignals.done]).toEqual([
      true,
      [{ isNotifying: true, isSounding: false }],
    ])
  })

  test('where the browser blocks notifications it says what to do', async () => {
    await open([alert(1)])
    await answer('default')
    await page.act(() => fireEvent.click(notify()))
    await page.act(() => page.shell.notificationConsent.latest().resolve('denied'))
    expect([notify().checked, notify().disabled]).toEqual([false, true])
    expect(popup().textContent).toContain('Your browser blocks notifications from this site.')
  })

  test('the profile has the same switches, for users with alerts alone', async () => {
    page = openPage({ path: '/profile' })
    await page.signIn()
    await answer('unsupported')
    const section = await screen.findByRole('region', { name: 'Alerts in this browser' })
    expect(within(section).getByText('This browser shows no notifications for this page.')).toBeTruthy()
    await page.act(() => fireEvent.click(sound()))
    expect([sound().checked, page.shell.samplePlayed.done.length]).toEqual([true, 1])
    page.close()
    page = openPage({ path: '/profile' })
    await page.signIn({ ...USER, roles: ['MANAGER'] })
    await screen.findByRole('heading', { name: 'My profile' })
    expect(screen.queryByRole('region', { name: 'Alerts in this browser' })).toBeNull()
  })
})
