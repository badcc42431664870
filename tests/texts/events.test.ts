import { expect, test } from 'vitest'
import type { AlertMarker } from '#contract/calls/playback.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { EVENT_NAME } from '#domain/fix.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { alertText } from '#src/texts/en/events.ts'
import { alertDescription } from '#src/views/playback/alert-description.ts'

type Detail = NonNullable<AlertMarker['detail']>

const described = (label: string, detail: Partial<Detail>) =>
  alertDescription({
    ...{ label, desc: 'what the server says' },
    detail: { value: null, durationS: null, fence: null, ...detail },
  })

test('PLT-06 PLT-08 an alert is named by its label, one without a name here as the server names it', () => {
  for (const [label, name] of Object.entries({ ...ALERT_NAME, ...EVENT_NAME }))
    expect(alertText(label, '')).toBe(name)
  expect([alertText('NEW', 'New kind'), alertText('toString', 'A trap')]).toEqual(['New kind', 'A trap'])
})

test.each([
  ['OS', { value: 84.26, durationS: 95 }, '84.3 kmph for 00:01:35'],
  ['OS', { value: 84.26, durationS: 5, isOpen: true }, '84.3 kmph for over 00:00:05'],
  ['EO', { value: 2600 }, '2,600 rpm'],
  ['FUELFILL', { value: 120.4 }, '120.40 ltrs'],
  ['NEUTRALDRIVING', { value: 45.2, durationS: 60 }, '45.20 kmph for 00:01:00'],
  ['HB', { value: 11.4 }, '11.40 kmph/s'],
  ['ID', { value: 3600, durationS: 3600 }, 'for 01:00:00'],
  ['HB', {}, ''],
  ['GEOFENCEINOUT', { fence: { name: 'Depot', crossing: 'IN' as const } }, 'Entered Depot'],
  ['GEOFENCEINOUT', { fence: { name: 'Depot', crossing: 'OUT' as const } }, 'Left Depot'],
  [
    'GEOFENCEINOUT',
    { fence: { name: 'Depot', crossing: 'OUT' as const }, durationS: 60 },
    'Left Depot after 00:01:00',
  ],
])('PLT-06 what %s is about: %j', (label, detail, text) => {
  expect(described(label, detail)).toBe(text)
})

test('PLT-06 without its parts an alert is described in the words of the server', () => {
  expect(alertDescription({ label: 'OS', desc: 'what the server says' })).toBe('what the server says')
})

test('PLT-06 the figure of an alert is in the units of the user', () => {
  showConventions({ distance: 'mi', volume: 'imperialGallon' })
  try {
    expect(described('OS', { value: 84.26 })).toBe('52.4 mph')
    expect(described('FUELFILL', { value: 120.4 })).toBe('26.48 gal (imp.)')
  } finally {
    showConventions(DEFAULT_UNITS)
  }
})
