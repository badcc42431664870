import * as z from 'zod/mini'
import { DEFAULT_REFRESH_RATE_S } from '#contract/constants.ts'

/** Names of the values kept in local storage (SES-02 to SES-14). */
export const STORED = {
  user: 'user',
  grant: 'grant',
  profile: 'profile',
  refreshRate: 'refreshRate',
  dtcPopup: 'dtcPopup',
  demo: 'demo',
  firstName: 'firstName',
  theme: 'theme',
  mapTheme: 'mapTheme',
  uiType: 'uiType',
  preferences: 'preferences',
  alertSignals: 'alertSignals',
  alertColumns: 'alertColumns',
  alphaUser: 'alphaUser',
  betaUser: 'betaUser',
  idToken: 'id_token',
  expiryAcknowledged: 'expiryAcknowledged',
  loginTickerAcknowledged: 'loginTickerAcknowledged',
  supportRole: 'csSupportRequestedLoggedInRole',
  supportTimeZone: 'csSupportTimeZone',
  supportUserId: 'csSupportRequestedLoggedInUserId',
  supportUserName: 'csSupportRequestedLoggedInUserName',
} as const
export type StoredKey = (typeof STORED)[keyof typeof STORED]

/** What screens keep in session storage of their filters and reports: nine areas (SHL-47). */
export const SAVED_SCREENS = [
  'findMyTruck',
  'reports',
  'driverScore',
  'alerts',
  'instant',
  'autoTrip',
  'trends',
  'hubToHub',
  'serviceDue',
] as const

/** The session storage of a tab: the mode of CDS requests (SES-47), and what screens keep. */
export type SessionKey = 'cdsMode' | (typeof SAVED_SCREENS)[number]

/** Local storage that never throws: where the browser refuses it, values live in memory until the page is left. */
export type AppStorage = {
  getText(key: StoredKey): string | null
  setText(key: StoredKey, value: string): void
  /** The value if it is JSON that fits the schema; anything else reads as null. */
  get<T extends z.ZodMiniType>(key: StoredKey, schema: T): z.output<T> | null
  set(key: StoredKey, value: unknown): void
  remove(keys: readonly StoredKey[]): void
  /** The same of the session storage, which lives as long as the tab. */
  getSession<T extends z.ZodMiniType>(key: SessionKey, schema: T): z.output<T> | null
  setSession(key: SessionKey, value: unknown): void
  /** Keeps a text in the session storage while the page is left for another address. Errors: the browser refuses it. */
  storeForReturn(text: string): void
  /** That text, once. */
  takeForReturn(): string | null
  /** Empties the session storage (SES-16). */
  clearSession(): void
  /** Removes what screens keep in the session storage, and nothing else (SHL-47). */
  clearSavedScreens(): void
  /** Calls `listener` when another tab changed a value or cleared all (null); returns the undo. */
  onOtherTab(listener: (key: string | null) => void): () => void
}

/** Key of the text of `storeForReturn`. */
const FOR_RETURN = 'forReturn'

type Page = {
  readonly localStorage: Storage
  readonly sessionStorage: Storage
  addEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
  removeEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
}

const parse = <T extends z.ZodMiniType>(text: string | null, schema: T): z.output<T> | null => {
  if (text === null) return null
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The stored refresh rate in seconds; without one, the default (OPEN-44). */
export const storedRefreshRateS = (storage: Pick<AppStorage, 'get'>): number =>
  storage.get(STORED.refreshRate, z.number()) ?? DEFAULT_REFRESH_RATE_S

/** Touches `page.localStorage` only inside guards: merely reading the property throws in some browsers. */
export const createStorage = ({
  page,
  log = console.warn,
}: {
  page: Page
  log?: (message: string) => void
}): AppStorage => {
  /** Values the browser would not take, and keys it would not drop (null). */
  const memory = new Map<string, string | null>()
  let noticed = false

  const guarded = <T>(act: () => T, otherwise: () => T): T => {
    try {
      return act()
    } catch (error) {
      if (!noticed) log(`Local storage cannot be used; values are kept until the page is left. ${error}`)
      noticed = true
      return otherwise()
    }
  }

  const getText = (key: StoredKey): string | null => {
    const kept = memory.get(key)
    return kept !== undefined
      ? kept
      : guarded(
          () => page.localStorage.getItem(key),
          () => null,
        )
  }

  const setText = (key: StoredKey, value: string) =>
    guarded<void>(
      () => {
        page.localStorage.setItem(key, value)
        memory.delete(key)
      },
      () => {
        memory.set(key, value)
      },
    )

  return {
    getText,
    setText,
    get: (key, schema) => parse(getText(key), schema),
    getSession: (key, schema) =>
      parse(
        guarded(
          () => page.sessionStorage.getItem(key),
          () => null,
        ),
        schema,
      ),
    setSession: (key, value) =>
      guarded<void>(
        () => page.sessionStorage.setItem(key, JSON.stringify(value)),
        () => undefined,
      ),
    set: (key, value) => setText(key, JSON.stringify(value)),
    remove: (keys) => {
      for (const key of keys) {
        guarded<void>(
          () => {
            page.localStorage.removeItem(key)
            memory.delete(key)
          },
          () => {
            memory.set(key, null)
          },
        )
      }
    },
    storeForReturn: (text) => {
      try {
        page.sessionStorage.setItem(FOR_RETURN, text)
      } catch (error) {
        throw new Error('This browser does not let the portal keep anything, which this login needs.', {
          cause: error,
        })
      }
    },
    takeForReturn: () =>
      guarded(
        () => {
          const text = page.sessionStorage.getItem(FOR_RETURN)
          page.sessionStorage.removeItem(FOR_RETURN)
          return text
        },
        () => null,
      ),
    clearSession: () =>
      guarded<void>(
        () => page.sessionStorage.clear(),
        () => undefined,
      ),
    clearSavedScreens: () =>
      guarded<void>(
        () => {
          for (const key of SAVED_SCREENS) page.sessionStorage.removeItem(key)
        },
        () => undefined,
      ),
    onOtherTab: (listener) => {
      const hear = (event: StorageEvent) => listener(event.key)
      page.addEventListener('storage', hear)
      return () => page.removeEventListener('storage', hear)
    },
  }
}
