import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const catalogue = (language: string, feature: string) =>
  JSON.parse(readFileSync(new URL(`../../src/texts/${language}/${feature}.json`, import.meta.url), 'utf8'))

test.each(['hi', 'ta'])(
  '%s: fleet, vehicle and group have one word each on all screens that choose among them',
  (language) => {
    const { scopes } = catalogue(language, 'dashboard')
    expect(Object.keys(scopes)).toEqual(['Fleet', 'Vehicle', 'Group'])
    expect(catalogue(language, 'alerts').owners).toEqual(scopes)
  },
)
