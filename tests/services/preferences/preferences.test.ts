// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { readPreferences, savePreferences } from '#contract/calls/preferences.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '#contract/records/preferences.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'
import { createPreferences } from '#src/services/preferences/preferences.ts'
import { createStorage, STORED } from '#src/services/storage/storage.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { currentConventions, showConventions } from '#src/texts/conventions.ts'
import { showLanguage } from '#src/texts/language.ts'
import { showTexts } from '#src/texts/shown-texts.ts'

afterEach(async () => {
  localStorage.clear()
  showConventions(DEFAULT_UNITS)
  await showLanguage('en')
})

addCatalogues()

const MILES: Preferences = { ...DEFAULT_PREFERENCES, distance: 'mi' }
const lang = () => document.documentElement.lang

/** A page whose server keeps what is saved; null: the server is away. */
const openPage = ({
  address = '',
  onServer = DEFAULT_PREFERENCES,
  userId = 7,
}: {
  address?: string
  onServer?: Preferences | null
  userId?: number | null
} = {}) => {
  const server: { preferences: Preferences | null; userId: number | null } = { preferences: onServer, userId }
  const call = vi.fn(async (requested: Call, input?: { body?: unknown }) => {
    if (server.preferences === null) throw new Error('The server is away.')
    if (requested.id === savePreferences.id) server.preferences = input?.body as Preferences
    return server.preferences
  })
  const preferences = createPreferences({
    page: { location: { search: address }, navigator: { languages: ['en-IN'] } },
    storage: createStorage({ page: window }),
    http: { call: call as never },
    userId: () => server.userId,
    showTexts,
  })
  return { preferences, server, requested: () => call.mock.calls.map(([requested]) => requested.id) }
}

test('what the server keeps for a user is shown, and kept in the browser for the next page', async () => {
  const first = openPage({ onServer: { ...MILES, language: 'hi' } })
  await first.preferences.start()
  expect([lang(), currentConventions().distance]).toEqual(['en', 'km'])
  await first.preferences.load()
  expect([lang(), currentConventions().distance]).toEqual(['hi', 'mi'])
  showConventions(DEFAULT_UNITS)
  const next = openPage({ onServer: null })
  await next.preferences.start()
  expect([lang(), currentConventions().distance]).toEqual(['hi', 'mi'])
})

test('a choice is shown at once and saved whole; the rest of it stays', async () => {
  const { preferences, server } = openPage({ onServer: MILES })
  await preferences.load()
  await preferences.choose({ volume: 'usGallon' })
  expect(currentConventions()).toMatchObject({ distance: 'mi', volume: 'usGallon' })
  await vi.waitFor(() => expect(server.preferences).toEqual({ ...MILES, volume: 'usGallon' }))
})

test('a choice that cannot be saved stays in this browser', async () => {
  const { preferences } = openPage({ onServer: null })
  await preferences.choose({ language: 'hi' })
  expect(lang()).toBe('hi')
  expect(preferences.current().language).toBe('hi')
})

test('what an earlier page could not save is saved by the next, and the server does not undo it', async () => {
  await openPage({ onServer: null }).preferences.choose({ language: 'hi', distance: 'mi' })
  const { preferences, server } = openPage({ onServer: { ...DEFAULT_PREFERENCES, language: 'en' } })
  await preferences.start()
  await preferences.load()
  expect(server.preferences).toEqual({ ...MILES, language: 'hi' })
  expect([lang(), currentConventions().distance]).toEqual(['hi', 'mi'])
})

test('what another user could not save is none of the next user’s', async () => {
  await openPage({ onServer: null }).preferences.choose({ distance: 'mi' })
  const { preferences, server } = openPage({ userId: 8 })
  await preferences.load()
  expect([server.preferences, currentConventions().distance]).toEqual([DEFAULT_PREFERENCES, 'km'])
})

test('of choices in quick succession the last one is kept, whichever answer comes first', async () => {
  const { preferences, server } = openPage()
  await Promise.all([preferences.choose({ language: 'hi' }), preferences.choose({ language: 'en' })])
  await vi.waitFor(() => expect(server.preferences?.language).toBe('en'))
  expect([preferences.current().language, lang()]).toEqual(['en', 'en'])
})

test('the language chosen on the login page is kept for the user, whose units stay', async () => {
  const { preferences, server, requested } = openPage({
    onServer: { ...MILES, language: 'en' },
    userId: null,
  })
  await preferences.choose({ language: 'hi' })
  expect(requested()).toEqual([])
  server.userId = 7
  await preferences.load()
  expect(server.preferences).toEqual({ ...MILES, language: 'hi' })
  expect([lang(), currentConventions().distance]).toEqual(['hi', 'mi'])
  await preferences.load()
  expect(requested(), 'once for each login').toHaveLength(2)
  preferences.forget()
  await preferences.load()
  expect(requested()).toEqual([readPreferences.id, savePreferences.id, readPreferences.id])
})

test('the language of the address is shown and not kept; one that is chosen replaces it', async () => {
  const { preferences, server } = openPage({ address: '?lang=hi' })
  await preferences.start()
  await preferences.load()
  expect([lang(), server.preferences?.language]).toEqual(['hi', null])
  await preferences.choose({ language: 'en' })
  await preferences.choose({ distance: 'mi' })
  expect(lang()).toBe('en')
})

test('another tab’s choice is shown here; what it stores is checked', async () => {
  const { preferences } = openPage()
  await preferences.start()
  const changed = (stored: unknown) => {
    localStorage.setItem(STORED.preferences, JSON.stringify({ preferences: stored }))
    window.dispatchEvent(new StorageEvent('storage', { key: STORED.preferences, storageArea: localStorage }))
  }
  changed({ ...MILES, language: 'hi' })
  await vi.waitFor(() => expect(lang()).toBe('hi'))
  expect(currentConventions().distance).toBe('mi')
  changed({ distance: 'league' })
  await vi.waitFor(() => expect(currentConventions().distance).toBe('km'))
})
