import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { wholeApp } from '#src/lab/fed-events.ts'
import { searchText } from '#src/machines/kit/list.logic.ts'
import { EVENT_RULES, redactEvent } from '#src/services/recorder/event-rules.ts'
import { createMask, redact } from '#src/services/recorder/redact.ts'

const mask = createMask()

const machinesBelow = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...Object.values(machine.implementations.actors).flatMap((logic) =>
    typeof logic === 'object' && 'implementations' in logic ? machinesBelow(logic as AnyStateMachine) : [],
  ),
]

describe('rules', () => {
  const machines = machinesBelow(wholeApp)

  test('every machine below the root is covered', () => {
    const known = [
      'app',
      'fleet',
      'playback',
      'range',
      'session',
      'ticker',
      'maintenance',
      'settings',
      'outbox',
    ]
    expect(machines.map(({ id }) => id)).toEqual(expect.arrayContaining(known))
  })

  test('no rule is left over for an event that no machine receives', () => {
    const received = new Set(machines.flatMap(({ events }) => events as string[]))
    expect(Object.keys(EVENT_RULES).filter((type) => !received.has(type))).toEqual([])
  })

  test('only the type of an event that its machine does not know is recorded', () => {
    expect(redactEvent({ type: 'unheard.of', note: 'call 98450' }, mask, ['app.retry'])).toEqual({
      type: 'unheard.of',
    })
  })
})

describe('redaction', () => {
  test('secrets are removed and names masked, equal names alike, at any depth', () => {
    const before = {
      type: 'xstate.done.actor.logIn',
      output: {
        user: { id: 7, firstName: 'Asha', roles: ['CUSTOMER'] },
        grant: { access_token: 'a', refresh_token: 'b', expires_on: 5 },
      },
      vehicles: [{ RegNo: 'MH12AB1234' }, { registrationId: 'MH12AB1234' }, { registrationId: 'KA01' }],
    }
    const after = redactEvent(before, mask, []) as unknown as typeof before
    expect(after.output.grant).toEqual({
      access_token: '[removed]',
      refresh_token: '[removed]',
      expires_on: 5,
    })
    expect(after.output.user).toEqual({ id: mask.id(7), firstName: mask('Asha'), roles: ['CUSTOMER'] })
    expect(after.vehicles[0]?.RegNo).toBe(after.vehicles[1]?.registrationId)
    expect(after.vehicles[1]).not.toEqual(after.vehicles[2])
  })

  test('of alerts in a popup the registrations are masked, and what a recording needs to tell them apart stays', () => {
    const alert = { alertId: 4, type: 'OVERSPEED', registration: 'KA 01 AB 1234', time: 1000 }
    const event = { type: 'alertPopup.polled', alerts: [alert], count: 1, at: 5 }
    expect(redactEvent(event, mask, ['alertPopup.polled'])).toEqual({
      ...event,
      alerts: [{ ...alert, alertId: mask.id(4), registration: mask('KA 01 AB 1234') }],
    })
  })

  test('a password is always removed, a search is masked', () => {
    expect(
      redactEvent({ type: 'session.logIn', userName: 'asha', password: 'x' }, mask, ['session.logIn']),
    ).toEqual({
      type: 'session.logIn',
      userName: mask('asha'),
      password: '[removed]',
    })
    expect(redactEvent({ type: 'search.changed', text: 'MH12' }, mask, ['search.changed'])['text']).toBe(
      mask('MH12'),
    )
    expect(redact({ search: '?path=secret&imei=12', savedLocation: '/track-trace?v=MH12' }, mask)).toEqual({
      search: `?path=${mask('secret')}&imei=${mask('12')}`,
      savedLocation: `/track-trace?v=${mask('MH12')}`,
    })
  })

  test('the key in the address of a map or place supplier is masked', () => {
    const address = 'https://tiles.example/{z}/{x}/{y}.png?key=s3cret'
    const environment = { mapStyleUrl: address, satelliteTilesUrl: address, geocoderUrl: address }
    const masked = `https://tiles.example/{z}/{x}/{y}.png?key=${mask('s3cret')}`
    expect(redact(environment, mask)).toEqual({
      ...{ mapStyleUrl: masked, satelliteTilesUrl: masked, geocoderUrl: masked },
    })
  })

  test('a search for a name that looks like an address is masked whole, as is a value without a name', () => {
    expect(redact({ search: 'Ravi/Kumar?=x', savedLocation: '/share?MH12&a=1' }, mask)).toEqual({
      search: mask('Ravi/Kumar?=x'),
      savedLocation: `/share?${mask('MH12')}&a=${mask('1')}`,
    })
  })

  test('a registration or a mail address in a sentence is masked; so is any name but that of an error', () => {
    const recorded = redact(
      {
        error: { name: 'CallRefused', message: 'MH 12 AB 1234 of asha@fleet.example names a vehicle.' },
        form: { fields: { name: 'Depot of Ravi' } },
      },
      mask,
    )
    expect(recorded).toEqual({
      error: {
        name: 'CallRefused',
        message: `${mask('MH 12 AB 1234')} of ${mask('asha@fleet.example')} names a vehicle.`,
      },
      form: { fields: { name: mask('Depot of Ravi') } },
    })
    expect(redact(recorded, createMask())).toEqual(recorded)
  })

  test('the search of an address in a sentence is masked, and a token in its path', () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJ0cmFjayI6N30.c2lnbmF0dXJl'
    const message = `Loading https://fleet.example/files/playback/${token} failed, as did /api/v2/list?share=KA01&page=2.`
    const { message: masked } = redact({ message }, mask) as { message: string }
    expect(masked).not.toMatch(/eyJ|KA01|=2/)
    expect(masked).toMatch(
      /^Loading https:\/\/fleet\.example\/files\/playback\/~\w+ failed, as did \/api\/v2\/list\?share=~/,
    )
    for (const text of [
      '/daily-trip-analysis',
      'until 19/11/2026 10:00',
      'GET /api/v2/fleet/vehicles failed',
    ])
      expect(redact({ text }, mask)).toEqual({ text })
  })

  test('names that machines take for equal have equal masks: case and outer spaces do not count', () => {
    expect(mask(' Depot NORTH ')).toBe(mask('depot north'))
    expect(mask('  ')).toBe('')
    const long = ' MH12'.repeat(100)
    expect(mask(searchText(long))).toBe(mask(long))
    expect(redact({ taken: ['Depot North'], fence: { name: 'depot north' } }, mask)).toEqual({
      taken: [mask('depot north')],
      fence: { name: mask('depot north') },
    })
  })

  test('masks are drawn: they differ between page loads, and nothing computes one from its text', () => {
    const other = createMask()
    const plates = Array.from({ length: 2_000 }, (_, at) => `MH 12 AB ${1000 + at}`)
    expect(new Set([...plates.map(mask), ...plates.map(other)]).size).toBe(2 * plates.length)
    expect(plates.map(mask)).toEqual(plates.map(mask))
    vi.spyOn(Math, 'random').mockReturnValue(0.42)
    expect(createMask()('MH12AB1234')).not.toBe(createMask()('MH12AB1234'))
    vi.restoreAllMocks()
  })

  test.each([
    ...[
      'MH 12 AB 1234',
      'MH12AB1234',
      'KA-01-1234',
      'DL 1L CR 4556',
      'DL1LCR4556',
      'mh12ab1234',
      'ka 01 ab 1234',
    ],
    ...['22 BH 1234 AA', '22BH1234A', '22 bh 1234 aa', 'up.32.xy.0007', 'XY 12 AB 1234'],
    ...['MH_12_AB_1234', 'MH/12/AB/1234', 'MH%2012%20AB%201234', 'MH  12\u2013AB 1234', 'KA 01  AB 1234'],
    ...['18.520430', '-73.856', '12°58\'15.2"N', '77° 35.5′ E'],
    ...[
      '984-501-2345',
      '984 501 2345',
      '98450-12-345',
      '080-25551234',
      '९८४५०१२३४५',
      '９８４５０ １２３４５',
    ],
    ...['867000123456789', 'MAT448012K1A00001'],
    ...['98450 12345', '9845012345', '+91-98450-12345', '+91 9845012345', '09845012345', '+49 711 1234567'],
  ])('%s is masked within a sentence', (text) => {
    for (const [before, after] of [
      ['', ''],
      ['Call ', ' now.'],
      ['(', ')'],
      ['today:', ', and so on'],
    ]) {
      const { text: note } = redact({ text: `${before}${text}${after}` }, mask) as { text: string }
      expect(note).toMatch(/~[0-9a-f]{14}/)
      expect(note.replaceAll(/~[0-9a-f]{14}/g, '')).not.toMatch(/\d{3}|fleet/)
      expect(note.startsWith(before ?? '') && note.endsWith(after ?? '')).toBe(true)
    }
  })

  test.each([
    ...['2026-11-28 10:00:00', '2026-11-28T10:00:00.000Z', '1795000000000', '28/11/2026 10:00'],
    ...[
      'between 10 and 12 of 240',
      'at 12 km 30 min',
      '80 kmph',
      'in 30 days',
      'as of 5 am',
      'version 1.22.333',
    ],
    ...['SPN 3364 FMI 5', 'P0420', '8,79,138 km', '0.52 l/100 km', 'SALT 12', '7000000000000001'],
  ])('%s is no name and stays', (text) => {
    expect(redact({ text, list: [`It was ${text}.`] }, mask)).toEqual({ text, list: [`It was ${text}.`] })
  })

  test('no mask is masked again, whichever digits it has', () => {
    const text = 'Of ~a9845012345bcd, ~98450123459845, ~dd12a1234b5678 and ~01234567890123'
    expect(redact({ text }, createMask())).toEqual({ text })
  })

  test('a name that stands as a key is masked, and the same as in a value', () => {
    expect(redact({ byTruck: { 'MH 12 AB 1234': 4 }, text: 'of MH 12 AB 1234' }, mask)).toEqual({
      byTruck: { [mask('MH 12 AB 1234')]: 4 },
      text: `of ${mask('MH 12 AB 1234')}`,
    })
  })

  test('OWN-03 a gateway key is never recorded; devices and the vehicles to choose from are masked', () => {
    const gateway = {
      registrations: ['KA 01 AB 1234'],
      accepted: [{ deviceId: '8670001', deviceName: 'Truck 12', registration: 'KA 01 AB 1234' }],
    }
    const done = { type: 'xstate.done.actor.change', output: { gateway, gatewayKey: 'key-of-a-gateway' } }
    const recorded = JSON.stringify([
      redactEvent(done, mask, []),
      redact({ gatewayKey: 'key-of-a-gateway' }, mask),
    ])
    expect(recorded).toContain('"gatewayKey":"[removed]"')
    expect(recorded).not.toMatch(/key-of-a-gateway|KA 01|8670001|Truck 12/)
  })

  test('errors become plain data with the fields that guards read', () => {
    expect(
      redact({ error: Object.assign(new Error('Busy'), { name: 'CallRefused', retryAfterMs: 5 }) }, mask),
    ).toEqual({
      error: { name: 'CallRefused', message: 'Busy', retryAfterMs: 5 },
    })
  })

  test('redaction is idempotent for any data', () => {
    const keys = fc.constantFrom('password', 'firstName', 'RegNo', 'search', 'savedLocation', 'other', 'text')
    const hostile = fc.string({ unit: fc.constantFrom('=', '?', '&', '/', '~', 'a') })
    const { data } = fc.letrec((tie) => ({
      data: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string(), hostile, fc.integer(), fc.boolean(), fc.constant(null), fc.constant('?a=b&c')),
        fc.array(tie('data'), { maxLength: 3 }),
        fc.dictionary(keys, tie('data'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(data, (value) => {
        const once = redact(value, mask)
        expect(redact(once, createMask())).toEqual(once)
        expect(JSON.parse(JSON.stringify(once))).toEqual(once)
      }),
    )
  })
})

test('AC-15 what staff did is recorded without who, about what, why and with which words', () => {
  const mask = createMask()
  const change = {
    staffName: 'Meera',
    userName: 'asha',
    call: 'recordService',
    subjects: ['KA 01 AB 1234'],
    values: [{ path: 'note', value: 'asked by Ravi' }],
    reason: 'Ravi called',
  }
  const recorded = JSON.stringify(redact({ response: { changes: [change], total: 1 } }, mask))
  for (const plain of ['Meera', 'asha', 'KA 01', 'Ravi']) expect(recorded).not.toContain(plain)
  expect(recorded).toContain('recordService')
})
