import * as z from 'zod/mini'
import { readPreferences, savePreferences } from '#contract/calls/preferences.ts'
import { DEFAULT_PREFERENCES, Preferences } from '#contract/records/preferences.ts'
import type { Units } from '#domain/units.ts'
import type { Http } from '../http/http.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'

type Page = {
  readonly location: Pick<Location, 'search'>
  readonly navigator: Pick<Navigator, 'languages'>
}

/** The preferences in this browser, and who changed them since the server had them: a user by id, or a guest. */
const Kept = z.object({
  preferences: Preferences,
  unsavedBy: z.optional(z.union([z.number(), z.literal('guest')])),
})
type Kept = z.infer<typeof Kept>

const NOTHING_CHOSEN: Kept = { preferences: DEFAULT_PREFERENCES }

/**
 * How the user reads the portal: kept for the user on the server, and in this browser for guests and until the server
 * answers. The language is what the address says (`?lang=hi`), else the one chosen, else what the browser prefers.
 */
export const createPreferences = ({
  page,
  storage,
  http,
  userId,
  showTexts,
}: {
  page: Page
  storage: AppStorage
  http: Pick<Http, 'call'>
  /** The user who is logged in; null for a guest. */
  userId: () => number | null
  /** Shows the page in these units and in the first of these languages that there is; resolves when it is shown. */
  showTexts: (units: Units, languages: ReadonlyArray<string | null>) => Promise<void>
}) => {
  let fromAddress = new URLSearchParams(page.location.search).get('lang')
  let saving: Promise<void> = Promise.resolve()
  const kept = (): Kept => storage.get(STORED.preferences, Kept) ?? NOTHING_CHOSEN
  const keep = (next: Kept) => storage.set(STORED.preferences, next)

  const show = (): Promise<void> => {
    const { language, distance, volume, economy } = kept().preferences
    return showTexts({ distance, volume, economy }, [fromAddress, language, ...page.navigator.languages])
  }

  const sendKept = async (): Promise<void> => {
    const { preferences } = kept()
    await http.call(savePreferences, { body: preferences })
    if (JSON.stringify(kept().preferences) === JSON.stringify(preferences)) keep({ preferences })
  }
  /** One after the other, so that the last choice is the one that the server keeps. What failed is reported by the request. */
  const save = (): Promise<void> => {
    saving = saving.then(sendKept).catch(() => undefined)
    return saving
  }

  let loaded: { readonly user: number | null; readonly done: Promise<void> } | null = null
  const isUnsaved = () => kept().unsavedBy === userId()

  /**
   * Shows the page as the user who has logged in wants it. The language chosen on the login page, and what this user chose
   * and an earlier page could not save, is saved.
   */
  const read = async (): Promise<void> => {
    if (isUnsaved()) return save()
    try {
      const own = await http.call(readPreferences, { isSilent: true })
      if (isUnsaved()) return
      const { preferences, unsavedBy } = kept()
      if (unsavedBy === 'guest') {
        keep({ preferences: { ...own, language: preferences.language }, unsavedBy: userId() ?? 'guest' })
        void save()
      } else keep({ preferences: { ...own, language: own.language ?? preferences.language } })
    } catch {
      return
    }
    await show()
  }

  storage.onOtherTab((key) => {
    if (key === null || key === STORED.preferences) void show()
  })
  return {
    /** Shows the page as this browser knows it; resolves when its language is shown. Call once, at the start. */
    start: show,
    /** What was chosen. */
    current: () => kept().preferences,
    /** Shows the page in other ways from now on, in all tabs of this browser, and keeps them for the user. */
    choose: async (change: Partial<Preferences>): Promise<void> => {
      const user = userId()
      keep({ preferences: { ...kept().preferences, ...change }, unsavedBy: user ?? 'guest' })
      if (change.language !== undefined) fromAddress = null
      if (user !== null) void save()
      await show()
    },
    /** Shows the page as `read` says, once for each login. Resolves when it has, or cannot. */
    load: (): Promise<void> => {
      if (loaded?.user !== userId()) loaded = { user: userId(), done: read() }
      return loaded.done
    },
    /** The user has logged out. */
    forget: (): void => {
      loaded = null
    },
  }
}
