import { describe, expect, test } from 'vitest'
import { statesInShort } from '#src/services/recorder/states.ts'

const inShort = (states: Readonly<Record<string, string>>) =>
  statesInShort(new Map(Object.entries(states).map(([path, state]) => [path, { state, hash: '' }])))

const SESSION = {
  '': 'running.member.onMap',
  session: 'signedIn.fresh',
  maintenance: 'reading',
  fleet: 'open.player',
  'fleet/supportView': 'unopened',
  'fleet/supportView/companies': 'idle',
  'fleet/filters': '',
  'fleet/filters/groups': 'idle',
  'fleet/playback': 'play',
  'fleet/playback/alerts': 'listed',
  ticker: 'open.list.loading + open.carousel.still + open.dialog.closed',
}

describe('the states of a session in short (OPEN-20)', () => {
  test('begin with the app, the session and the fleet, then what was opened last on the map', () => {
    expect(inShort(SESSION)).toBe(
      'app: running.member.onMap, session: signedIn.fresh, fleet: open.player, fleet/playback/alerts: listed, fleet/playback: play, ' +
        'fleet/filters/groups: idle, fleet/supportView/companies: idle',
    )
  })

  test('name a machine that broke before all others', () => {
    expect(inShort({ ...SESSION, 'fleet/playback/alerts': 'error' })).toMatch(
      /^fleet\/playback\/alerts: error, app: running\.member\.onMap, session: /,
    )
  })

  test('leave out what does not fit', () => {
    expect(inShort({ '': 'running', ticker: 'x'.repeat(200), session: 'signedOut' })).toBe(
      'app: running, session: signedOut',
    )
  })
})
