import { describe, expect, test } from 'vitest'
import { ALERT_NAME, ALERT_SEVERITY, type AlertCode, type Severity } from '#domain/alerts.ts'
import type { FollowEvent, PopupAlert, SignalChoices } from '#src/machines/alert-popup/alert-popup.ports.ts'
import { createAlertSignals } from '#src/services/alert-popup/alert-signals.ts'
import { createBrowserNotifications } from '#src/services/alert-popup/browser-notifications.ts'
import { createSignalChoices } from '#src/services/alert-popup/signal-choices.ts'
import { createLeaderTab } from '#src/services/kit/leader-tab.ts'
import type { AppStorage } from '#src/services/storage/storage.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'
import { createLocks } from '#tests/kit/services/web-locks.ts'

const alert = (alertId: number, type: AlertCode = 'OVERSPEED'): PopupAlert => ({
  alertId,
  type,
  vehicleId: 5,
  registration: 'KA 01 AB 1234',
  time: alertId,
})

/** A browser with its notification area, where one of the same tag replaces another. */
const createBrowser = (permission: NotificationPermission = 'granted') => {
  const shown = new Map<string, { title: string; onclick: () => void; onclose: () => void }>()
  let asks = 0
  let focused = 0
  class FakeNotification {
    static permission = permission
    static requestPermission = async () => {
      asks += 1
      return FakeNotification.permission
    }
    onclick = () => {}
    onclose = () => {}
    readonly tag: string
    readonly title: string
    constructor(title: string, { tag = '' }: NotificationOptions = {}) {
      this.title = title
      this.tag = tag
      shown.set(tag, this)
    }
    close() {
      shown.delete(this.tag)
      this.onclose()
    }
  }
  const page = {
    Notification: FakeNotification as unknown as typeof Notification,
    focus: () => {
      focused += 1
    },
  }
  return {
    page,
    titles: () => [...shown.values()].map(({ title }) => title),
    press: (tag: string) => shown.get(tag)?.onclick(),
    asks: () => asks,
    focused: () => focused,
    set: (next: NotificationPermission) => {
      FakeNotification.permission = next
    },
  }
}

const ON: SignalChoices = { isNotifying: true, isSounding: true }
const OFF: SignalChoices = { isNotifying: false, isSounding: false }

const start = ({
  chosen = ON,
  hidden = true,
  browser = createBrowser(),
  locks = undefined as Pick<LockManager, 'request'> | undefined,
} = {}) => {
  const played: Severity[] = []
  const followed: FollowEvent[] = []
  const document = { hidden }
  let stored = chosen
  const signals = createAlertSignals({
    document,
    choices: {
      read: () => stored,
      store: (next) => {
        stored = next
      },
    },
    notifications: createBrowserNotifications({ page: browser.page }),
    sounds: { play: (severity) => void played.push(severity) },
    elect: () => createLeaderTab({ locks, name: 'test' }),
    texts: {
      of: ({ alertId }) => ({ title: `Alert ${alertId}`, body: '' }),
      more: (count) => ({ title: `${count} more`, body: '' }),
    },
  })
  const stop = signals.start((event) => followed.push(event))
  return { signals, played, followed, stop, document, browser, stored: () => stored }
}

describe('browser notifications', () => {
  test('come while the page is hidden, not while it is seen', () => {
    const { signals, browser, document } = start()
    document.hidden = false
    signals.signal([alert(1)])
    expect(browser.titles()).toEqual([])
    document.hidden = true
    signals.signal([alert(2)])
    expect(browser.titles()).toEqual(['Alert 2'])
  })

  test('do not come unless the user wants them and the browser allows them', () => {
    const off = start({ chosen: OFF })
    off.signals.signal([alert(1)])
    const denied = start({ browser: createBrowser('denied') })
    denied.signals.signal([alert(1)])
    expect([off.browser.titles(), denied.browser.titles()]).toEqual([[], []])
    expect(denied.signals.state()).toEqual({ ...ON, consent: 'denied' })
  })

  test('of one poll are at most three, and one that counts the others', () => {
    const { signals, browser } = start()
    signals.signal([alert(7), alert(6), alert(5), alert(4), alert(3)])
    expect(browser.titles()).toEqual(['2 more', 'Alert 5', 'Alert 6', 'Alert 7'])
  })

  test('of one alert are one, whoever shows it again', () => {
    const { signals, browser } = start()
    signals.signal([alert(1)])
    signals.signal([alert(1)])
    expect(browser.titles()).toEqual(['Alert 1'])
  })

  test('a press shows the page and opens the alert, or the list', () => {
    const { signals, browser, followed } = start()
    signals.signal([alert(4), alert(3), alert(2), alert(1)])
    browser.press('roadbook.alert.3')
    browser.press('roadbook.alerts')
    expect(followed).toEqual([
      { type: 'alertPopup.followed', alert: { alertId: 3, type: 'OVERSPEED' } },
      { type: 'alertPopup.followed', alert: null },
    ])
    expect([browser.focused(), browser.titles()]).toEqual([2, ['Alert 2', 'Alert 4']])
  })

  test('ST-19 of a user who logs out are taken back, and open nothing any more', () => {
    const { signals, browser, stop, followed } = start()
    signals.signal([alert(1)])
    stop()
    expect(browser.titles()).toEqual([])
    signals.signal([alert(2)])
    expect([browser.titles(), followed]).toEqual([[], []])
  })

  test('the browser asks once, and a refusal is not asked about again', async () => {
    const browser = createBrowser('default')
    const { signals } = start({ browser })
    browser.set('default')
    await signals.ask()
    expect(browser.asks()).toBe(1)
    browser.set('denied')
    expect(await signals.ask()).toBe('denied')
    expect(browser.asks()).toBe(1)
  })

  test('a browser that has none, or throws as phones do, is known to have none', async () => {
    const without = createBrowserNotifications({ page: { focus: () => {} } })
    expect([without.consent(), await without.ask()]).toEqual(['unsupported', 'unsupported'])
    const Throwing = Object.assign(
      class {
        constructor() {
          throw new TypeError('Illegal constructor')
        }
      },
      { permission: 'granted' },
    ) as unknown as typeof Notification
    const phone = createBrowserNotifications({ page: { focus: () => {}, Notification: Throwing } })
    phone.show({ title: 'a', body: '', tag: 'a' }, () => {})
    expect(phone.consent()).toBe('unsupported')
  })
})

describe('sounds', () => {
  test('sound as the most severe alert of the poll does, once', () => {
    const { signals, played } = start({ hidden: false })
    signals.signal([alert(3, 'FUELFILL'), alert(2, 'IDLING')])
    signals.signal([alert(5, 'GEOFENCEINOUT'), alert(4, 'OVERSPEED')])
    signals.signal([alert(6, 'FUELFILL')])
    expect(played).toEqual(['medium', 'high', 'low'])
  })

  test('are off until chosen', () => {
    const { signals, played } = start({ chosen: { isNotifying: true, isSounding: false } })
    signals.signal([alert(1)])
    expect(played).toEqual([])
  })

  test('every type has its severity', () => {
    const types = (severity: Severity) =>
      (Object.keys(ALERT_NAME) as AlertCode[]).filter((type) => ALERT_SEVERITY[type] === severity).toSorted()
    expect(types('high')).toEqual(['ADBLUEFAULT', 'ENGINEOVERRUN', 'FUELDROP', 'OVERSPEED'])
    expect(types('medium')).toEqual([
      ...['ADBLUELOW', 'ADBLUEZONE', 'DPFREGEN', 'IDLING', 'NEUTRALDRIVING', 'STOPPAGE'],
    ])
    expect(types('low')).toEqual(['FUELFILL', 'GEOFENCEINOUT'])
  })
})

test('of the tabs of a browser one signals, and another where that one is closed', async () => {
  const { request } = createLocks()
  const first = start({ locks: { request } })
  const second = start({ locks: { request } })
  await settled()
  const both = (id: number) => {
    for (const { signals } of [first, second]) signals.signal([alert(id)])
  }
  both(1)
  expect([first.browser.titles(), second.browser.titles()]).toEqual([['Alert 1'], []])
  first.stop()
  await settled()
  both(2)
  expect([first.browser.titles(), second.browser.titles()]).toEqual([[], ['Alert 2']])
})

describe('choices', () => {
  const createStore = () => {
    let kept: unknown = null
    const storage = {
      get: (_: string, schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }) => {
        const parsed = schema.safeParse(kept)
        return parsed.success ? parsed.data : null
      },
      set: (_: string, value: unknown) => {
        kept = value
      },
    } as unknown as Pick<AppStorage, 'get' | 'set'>
    let userId: number | null = 1
    return {
      choices: createSignalChoices({ storage, userId: () => userId }),
      become: (next: number | null) => {
        userId = next
      },
      kept: () => kept,
    }
  }

  test('are kept for each user of the browser, and off for others', () => {
    const { choices, become } = createStore()
    expect(choices.read()).toEqual(OFF)
    choices.store(ON)
    become(2)
    expect(choices.read()).toEqual(OFF)
    choices.store({ isNotifying: false, isSounding: true })
    become(1)
    expect(choices.read()).toEqual(ON)
    become(null)
    choices.store(ON)
    expect(choices.read()).toEqual(OFF)
  })

  test('are kept for the last twenty users', () => {
    const { choices, become, kept } = createStore()
    for (let user = 1; user <= 30; user++) {
      become(user)
      choices.store(ON)
    }
    expect((kept() as unknown[]).length).toBe(20)
    become(10)
    expect(choices.read()).toEqual(OFF)
  })
})
