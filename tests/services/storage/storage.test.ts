import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createStorage, SAVED_SCREENS, STORED } from '#src/services/storage/storage.ts'
import { createMemoryPage } from '#tests/kit/services/http.fixture.ts'

const throwing = () =>
  ({
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError')
    },
    get sessionStorage(): Storage {
      throw new DOMException('denied', 'SecurityError')
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) satisfies Parameters<typeof createStorage>[0]['page']

test('SES-58 CR-04 without local storage values live in memory, and one notice is logged', () => {
  const log = vi.fn()
  const storage = createStorage({ page: throwing(), log })
  storage.setText(STORED.theme, 'dark')
  storage.set(STORED.refreshRate, 60)
  storage.clearSession()
  expect(storage.getText(STORED.theme)).toBe('dark')
  expect(storage.get(STORED.refreshRate, z.number())).toBe(60)
  storage.remove([STORED.theme])
  expect(storage.getText(STORED.theme)).toBeNull()
  expect(log).toHaveBeenCalledTimes(1)
})

test('CR-04 a full storage holds the new value in memory, over the stored old one', () => {
  const page = createMemoryPage()
  const storage = createStorage({ page, log: () => undefined })
  storage.setText(STORED.theme, 'light')
  const full = vi.spyOn(page.localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  storage.setText(STORED.theme, 'dark')
  expect(storage.getText(STORED.theme)).toBe('dark')
  full.mockRestore()
  storage.setText(STORED.theme, 'light')
  expect(page.local.get('theme')).toBe('light')
  expect(storage.getText(STORED.theme)).toBe('light')
})

test.each(['', '{', 'null', '"text"', '{"id":"seven"}', '[object Object]'])(
  'CR-04 garbage (%j) reads as nothing',
  (text) => {
    const page = createMemoryPage()
    page.local.set('user', text)
    const storage = createStorage({ page, log: () => undefined })
    expect(storage.get(STORED.user, z.object({ id: z.number() }))).toBeNull()
  },
)

test('changes by another tab are emitted until unsubscribed', () => {
  const page = createMemoryPage()
  const storage = createStorage({ page })
  const received: (string | null)[] = []
  const stop = storage.onOtherTab((key) => received.push(key))
  page.otherTabSets('user', null)
  page.otherTabSets(null, null)
  stop()
  page.otherTabSets('user', null)
  expect(received).toEqual(['user', null])
})

test('SHL-47 SES-16 the stored state of the nine screens can be cleared alone, or the whole session storage', () => {
  const page = createMemoryPage()
  const storage = createStorage({ page })
  expect(SAVED_SCREENS).toHaveLength(9)
  for (const key of SAVED_SCREENS) storage.setSession(key, 'kept')
  page.sessionStorage.setItem('cdsMode', '"kept"')
  expect(storage.getSession('alerts', z.string())).toBe('kept')
  storage.clearSavedScreens()
  for (const key of SAVED_SCREENS) expect(page.sessionStorage.getItem(key), key).toBeNull()
  expect(page.sessionStorage.getItem('cdsMode')).toBe('"kept"')
  storage.clearSession()
  expect(page.sessionStorage.getItem('cdsMode')).toBeNull()
})

test('SES-05 to SES-11 every value is stored under the name in the specification', () => {
  expect(STORED).toMatchObject({
    theme: 'theme',
    uiType: 'uiType',
    alphaUser: 'alphaUser',
    betaUser: 'betaUser',
    firstName: 'firstName',
    idToken: 'id_token',
    loginTickerAcknowledged: 'loginTickerAcknowledged',
    supportRole: 'csSupportRequestedLoggedInRole',
    supportUserId: 'csSupportRequestedLoggedInUserId',
    supportUserName: 'csSupportRequestedLoggedInUserName',
    refreshRate: 'refreshRate',
    dtcPopup: 'dtcPopup',
    demo: 'demo',
  })
})
