import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { ALERT_POPUP } from '#contract/constants.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import type { CoveredAlerts, PopupAlert } from '#src/machines/alert-popup/alert-popup.ports.ts'
import {
  selectAlertCount,
  selectAlerts,
  selectConsent,
  selectIsAlerted,
  selectIsNotifying,
  selectIsOpen,
  selectIsSounding,
  selectShowsAll,
} from '#src/machines/alert-popup/alert-popup.selectors.ts'
import { settled, simulatedClock } from '#tests/kit/machines/controlled-ports.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const alert = (alertId: number, overrides: Partial<PopupAlert> = {}): PopupAlert => ({
  alertId,
  type: 'OVERSPEED',
  vehicleId: 5,
  registration: `KA 01 AB ${1000 + alertId}`,
  time: alertId * 1000,
  ...overrides,
})

/** The popup of a user, on a clock that the test moves. */
const start = ({ role = 'CUSTOMER' as Role } = {}) => {
  const { ports, machines } = createShellFixture()
  const clock = simulatedClock()
  const popup = createActor(machines.alertPopup, { clock, input: { role } })
  /** How often it has closed. */
  let closings = 0
  let wasOpen = false
  popup.subscribe((snapshot) => {
    const isOpen = selectIsOpen(snapshot)
    if (wasOpen && !isOpen) closings += 1
    wasOpen = isOpen
  })
  popup.start()
  const at = () => clock.now()
  return {
    ...ports,
    popup,
    poll: (alerts: readonly PopupAlert[], count = alerts.length) =>
      ports.alertPolls.latest().emit({ type: 'alertPopup.polled', alerts, count, at: at() }),
    moveMouse: () => ports.mouseMoves.latest().emit({ type: 'alertPopup.mouseMoved', at: at() }),
    hide: () => ports.presence.latest().emit({ type: 'alertPopup.pageHidden', at: at() }),
    show: () => ports.presence.latest().emit({ type: 'alertPopup.pageShown', at: at() }),
    focus: () => popup.send({ type: 'alertPopup.focused', at: at() }),
    blur: () => popup.send({ type: 'alertPopup.blurred', at: at() }),
    pass: (ms: number) => clock.increment(ms),
    closings: () => closings,
    isOpen: () => selectIsOpen(popup.getSnapshot()),
    says: <T>(select: (snapshot: ReturnType<typeof popup.getSnapshot>) => T) => select(popup.getSnapshot()),
    ids: () => selectAlerts(popup.getSnapshot()).map(({ alertId }) => alertId),
  }
}

test('nothing is signalled until it is known what this browser has chosen, and a first choice changes nothing else', () => {
  const { popup, says, storedSignals } = start()
  expect([says(selectIsNotifying), says(selectIsSounding)]).toEqual([false, false])
  popup.send({ type: 'alertPopup.soundingChosen', isOn: true })
  expect(storedSignals.done).toEqual([{ isNotifying: false, isSounding: true }])
})

describe('polling', () => {
  test.each(ROLES)('SHL-55 ALR-36 of the roles only CUSTOMER and CUSTOMERADMIN poll: %s', (role) => {
    const { alertPolls, says } = start({ role })
    const isAlerted = role === 'CUSTOMER' || role === 'CUSTOMERADMIN'
    expect([alertPolls.runs.length, says(selectIsAlerted)]).toEqual([isAlerted ? 1 : 0, isAlerted])
  })

  test('ALR-38 the count is that of the latest answer, whatever the popup shows', () => {
    const { poll, says } = start()
    expect(says(selectAlertCount)).toBe(0)
    poll([alert(1)], 230)
    expect(says(selectAlertCount)).toBe(230)
    poll([])
    expect(says(selectAlertCount)).toBe(0)
  })
})

describe('opening', () => {
  test('ALR-39 the popup appears when there are alerts, not before', () => {
    const { poll, isOpen } = start()
    poll([])
    expect(isOpen()).toBe(false)
    poll([alert(1)])
    expect(isOpen()).toBe(true)
  })

  test('ALR-43 OPEN-84 the newest alert stands first and alone, and all are shown and hidden again', () => {
    const { poll, popup, ids, says } = start()
    poll([alert(1), alert(3), alert(2)])
    expect([ids(), says(selectShowsAll)]).toEqual([[3, 2, 1], false])
    popup.send({ type: 'alertPopup.toggled' })
    expect(says(selectShowsAll)).toBe(true)
    popup.send({ type: 'alertPopup.toggled' })
    expect(says(selectShowsAll)).toBe(false)
  })

  test('an alert that was shown is not shown again by a later poll', () => {
    const { poll, popup, ids, isOpen } = start()
    poll([alert(1)])
    popup.send({ type: 'alertPopup.dismissed' })
    poll([alert(1)])
    expect(isOpen()).toBe(false)
    poll([alert(2), alert(1)])
    expect([isOpen(), ids()]).toEqual([true, [2]])
  })

  test('alerts of a later poll join the open popup, and its time starts anew', () => {
    const { poll, pass, ids, isOpen, closings } = start()
    poll([alert(1)])
    pass(59_000)
    poll([alert(2), alert(1)])
    pass(59_999)
    expect([isOpen(), ids()]).toEqual([true, [2, 1]])
    pass(1)
    expect([isOpen(), closings()]).toEqual([false, 1])
  })

  test('what is remembered and listed stays bounded', () => {
    const { poll, popup, ids } = start()
    for (let round = 0; round < 20; round++)
      poll(Array.from({ length: 100 }, (_, place) => alert(round * 100 + place + 1)))
    expect(ids()).toHaveLength(ALERT_POPUP.maxAlerts)
    expect(ids()[0]).toBe(2000)
    expect(popup.getSnapshot().context.known).toHaveLength(500)
  })

  const ALL: CoveredAlerts = { type: null, vehicleIds: null, from: 0, to: null }

  test('while the alert list is open no popup repeats what it shows, then or later', () => {
    const { poll, popup, isOpen, signalled } = start()
    popup.send({ type: 'alertPopup.listChanged', covered: ALL })
    poll([alert(1)])
    expect([isOpen(), signalled.done]).toEqual([false, [{ alerts: [alert(1)] }]])
    popup.send({ type: 'alertPopup.listChanged', covered: null })
    poll([alert(1)])
    expect(isOpen()).toBe(false)
    poll([alert(2)])
    expect(isOpen()).toBe(true)
    popup.send({ type: 'alertPopup.listChanged', covered: ALL })
    expect(isOpen()).toBe(false)
  })

  test.each<[string, Partial<CoveredAlerts>, readonly number[]]>([
    ['all', {}, []],
    ['another type', { type: 'IDLING' }, [3, 2, 1]],
    ['the same type', { type: 'OVERSPEED' }, []],
    ['one vehicle', { vehicleIds: [2] }, [3, 1]],
    ['a group', { vehicleIds: [1, 2] }, [3]],
    ['a group without vehicles', { vehicleIds: [] }, [3, 2, 1]],
    ['a time that begins later', { from: 2000 }, [1]],
    ['a time that is over', { to: 2000 }, [3, 2]],
  ])('a list of %s holds only its own alerts back', (_, covered, expected) => {
    const alerts = [3, 2, 1].map((id) => alert(id, { vehicleId: id }))
    const before = start()
    before.popup.send({ type: 'alertPopup.listChanged', covered: { ...ALL, ...covered } })
    before.poll(alerts)
    expect([before.ids(), before.isOpen()]).toEqual([expected, expected.length > 0])
    const after = start()
    after.poll(alerts)
    after.popup.send({ type: 'alertPopup.listChanged', covered: { ...ALL, ...covered } })
    expect([after.ids(), after.isOpen()]).toEqual([expected, expected.length > 0])
  })
})

describe('leaving', () => {
  test('ALR-41 the close icon closes it', () => {
    const { poll, popup, isOpen, ids, alertFollowed } = start()
    poll([alert(1)])
    popup.send({ type: 'alertPopup.dismissed' })
    expect([isOpen(), ids(), alertFollowed.done]).toEqual([false, [], []])
  })

  test('ALR-42 an alert is opened in the alert list with page, data and type, and the popup closes', () => {
    const { poll, popup, isOpen, alertFollowed } = start()
    poll([alert(1), alert(2)])
    popup.send({ type: 'alertPopup.followed', alert: { alertId: 2, type: 'FUELDROP' } })
    expect(isOpen()).toBe(false)
    expect(alertFollowed.done).toEqual([{ path: '/alerts?page=alertWise&data=2&type=FUELDROP' }])
  })

  test('a press on a browser notification opens the alert, also without a popup', () => {
    const { notificationPresses, alertFollowed } = start()
    notificationPresses.latest().emit({ type: 'alertPopup.followed', alert: { alertId: 9, type: 'IDLING' } })
    notificationPresses.latest().emit({ type: 'alertPopup.followed', alert: null })
    expect(alertFollowed.done).toEqual([
      { path: '/alerts?page=alertWise&data=9&type=IDLING' },
      { path: '/alerts' },
    ])
  })
})

describe('closing by itself', () => {
  test('ALR-44 CST-09 after 60000 ms without a mouse move, once', () => {
    const { poll, pass, isOpen, closings } = start()
    poll([alert(1)])
    pass(59_999)
    expect(isOpen()).toBe(true)
    pass(1)
    expect(isOpen()).toBe(false)
    pass(3_600_000)
    expect(closings()).toBe(1)
  })

  test('ALR-44 each mouse move starts the time anew', () => {
    const { poll, pass, moveMouse, isOpen, closings } = start()
    poll([alert(1)])
    for (let move = 0; move < 10; move++) {
      pass(59_000)
      moveMouse()
    }
    pass(59_999)
    expect(isOpen()).toBe(true)
    pass(1)
    expect([isOpen(), closings()]).toEqual([false, 1])
  })

  test('the popup stays open while it has the focus', () => {
    const { poll, pass, focus, blur, isOpen } = start()
    poll([alert(1)])
    focus()
    pass(600_000)
    expect(isOpen()).toBe(true)
    blur()
    pass(59_999)
    expect(isOpen()).toBe(true)
    pass(1)
    expect(isOpen()).toBe(false)
  })

  test('CR-10 ST-18 time for which the page is hidden is not idle time', () => {
    const { poll, pass, hide, show, isOpen, closings } = start()
    poll([alert(1)])
    pass(20_000)
    hide()
    pass(10 * 60_000)
    show()
    expect(isOpen()).toBe(true)
    pass(39_999)
    expect(isOpen()).toBe(true)
    pass(1)
    expect([isOpen(), closings()]).toEqual([false, 1])
  })

  test.each([
    ['and is shown again', false],
    ['and is hidden', true],
  ])(
    'CR-10 an alert that comes to a popup that was hidden amid its time %s gets the whole time',
    (_title, isHidden) => {
      const { poll, pass, hide, show, isOpen, closings } = start()
      poll([alert(1)])
      pass(50_000)
      hide()
      pass(300_000)
      if (!isHidden) show()
      poll([alert(2), alert(1)])
      if (isHidden) show()
      pass(59_999)
      expect(isOpen()).toBe(true)
      pass(1)
      expect([isOpen(), closings()]).toEqual([false, 1])
    },
  )

  test.each(['moves the mouse', 'comes back to the page and leaves the popup'])(
    'CR-10 ALR-44 the whole time begins anew where a user %s after some of it had passed',
    (what) => {
      const { poll, pass, hide, show, focus, blur, moveMouse, isOpen } = start()
      poll([alert(1)])
      pass(50_000)
      hide()
      pass(300_000)
      show()
      pass(5_000)
      if (what === 'moves the mouse') moveMouse()
      else {
        focus()
        pass(100_000)
        blur()
      }
      pass(59_999)
      expect(isOpen()).toBe(true)
      pass(1)
      expect(isOpen()).toBe(false)
    },
  )

  test('CR-10 what two times of a shown page counted is taken together', () => {
    const { poll, pass, hide, show, isOpen } = start()
    poll([alert(1)])
    for (const _ of [1, 2]) {
      pass(20_000)
      hide()
      pass(300_000)
      show()
    }
    pass(19_999)
    expect(isOpen()).toBe(true)
    pass(1)
    expect(isOpen()).toBe(false)
  })

  test('CR-10 what many polls of a hidden page found is one popup, with its whole time', () => {
    const { poll, pass, hide, show, isOpen, ids, closings } = start()
    hide()
    for (let id = 1; id <= 6; id++) {
      poll([alert(id)])
      pass(300_000)
    }
    expect([isOpen(), ids()]).toEqual([true, [6, 5, 4, 3, 2, 1]])
    show()
    pass(59_999)
    expect(isOpen()).toBe(true)
    pass(1)
    expect([isOpen(), closings()]).toEqual([false, 1])
  })

  test('CR-10 a popup that is held and then hidden is held when the page returns, and counts once it is left', () => {
    const { poll, pass, focus, blur, hide, show, isOpen } = start()
    poll([alert(1)])
    focus()
    hide()
    pass(300_000)
    show()
    pass(300_000)
    expect(isOpen()).toBe(true)
    hide()
    blur()
    show()
    pass(60_000)
    expect(isOpen()).toBe(false)
  })

  test('after it was closed, no time of its own closes the next one', () => {
    const { poll, pass, popup, isOpen } = start()
    poll([alert(1)])
    pass(50_000)
    popup.send({ type: 'alertPopup.dismissed' })
    poll([alert(2)])
    pass(10_000)
    expect(isOpen()).toBe(true)
  })
})

describe('signals', () => {
  test('each new alert is signalled once', () => {
    const { poll, signalled } = start()
    poll([alert(1)])
    poll([alert(2), alert(1)])
    poll([])
    expect(signalled.done).toEqual([{ alerts: [alert(1)] }, { alerts: [alert(2)] }])
  })

  test('browser notifications are off until the user wants them and the browser allows them', async () => {
    const { alertSignals, notificationConsent, popup, says, storedSignals } = start()
    await alertSignals.latest().resolve({ isNotifying: false, isSounding: true, consent: 'default' })
    expect([says(selectIsNotifying), says(selectIsSounding)]).toEqual([false, true])
    expect(notificationConsent.calls).toHaveLength(0)
    popup.send({ type: 'alertPopup.notifyingChosen', isOn: true })
    expect([says(selectIsNotifying), storedSignals.done]).toEqual([false, []])
    await notificationConsent.latest().resolve('granted')
    expect([says(selectIsNotifying), says(selectConsent)]).toEqual([true, 'granted'])
    popup.send({ type: 'alertPopup.notifyingChosen', isOn: false })
    expect(says(selectIsNotifying)).toBe(false)
    expect(storedSignals.done).toEqual([
      { isNotifying: true, isSounding: true },
      { isNotifying: false, isSounding: true },
    ])
  })

  test('a refusal is known and chooses nothing', async () => {
    const { alertSignals, notificationConsent, popup, says, storedSignals } = start()
    await alertSignals.latest().resolve({ isNotifying: false, isSounding: false, consent: 'default' })
    popup.send({ type: 'alertPopup.notifyingChosen', isOn: true })
    await notificationConsent.latest().resolve('denied')
    expect([says(selectIsNotifying), says(selectConsent), storedSignals.done]).toEqual([false, 'denied', []])
  })

  test('the sound is heard once when it is chosen, and stored', async () => {
    const { alertSignals, popup, says, samplePlayed, storedSignals } = start()
    await alertSignals.latest().resolve({ isNotifying: false, isSounding: false, consent: 'granted' })
    popup.send({ type: 'alertPopup.soundingChosen', isOn: true })
    expect([says(selectIsSounding), samplePlayed.done.length]).toEqual([true, 1])
    popup.send({ type: 'alertPopup.soundingChosen', isOn: false })
    expect([says(selectIsSounding), samplePlayed.done.length]).toEqual([false, 1])
    expect(storedSignals.done.map(({ isSounding }) => isSounding)).toEqual([true, false])
  })

  test('what another tab or the browser changed is read when the page is seen again', async () => {
    const { alertSignals, show, hide, says } = start()
    await alertSignals.latest().resolve({ isNotifying: true, isSounding: false, consent: 'granted' })
    hide()
    show()
    await alertSignals.latest().resolve({ isNotifying: true, isSounding: false, consent: 'denied' })
    await settled()
    expect([alertSignals.calls.length, says(selectIsNotifying)]).toEqual([2, false])
  })
})
