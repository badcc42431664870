import { describe, expect, test } from 'vitest'
import { type ServiceInterval, serviceLeft, serviceState } from '#domain/service.ts'
import { DAY_MS } from '#domain/units.ts'

const NOW = Date.UTC(2026, 10, 20)
const INTERVAL: ServiceInterval = { km: 40_000, hours: 1_000, days: 180 }
const last = { doneAt: NOW - 90 * DAY_MS, odo: 100_000, engineHours: 2_000 }
const leftOf = (more: Partial<Parameters<typeof serviceLeft>[0]> = {}) =>
  serviceLeft({ interval: INTERVAL, last, now: NOW, odo: 120_000, engineHours: 2_400, ...more })

describe('HLT-02 what is left until the next service', () => {
  test('is the rest of each interval, the most urgent first', () => {
    expect(leftOf()).toEqual([
      { measure: 'km', interval: 40_000, left: 20_000, state: 'upToDate' },
      { measure: 'days', interval: 180, left: 90, state: 'upToDate' },
      { measure: 'hours', interval: 1_000, left: 600, state: 'upToDate' },
    ])
    expect(leftOf({ engineHours: 2_999 })[0]).toMatchObject({ measure: 'hours', left: 1 })
  })

  test('leaves out what is not counted and what is not reported', () => {
    expect(
      leftOf({ odo: null, interval: { ...INTERVAL, days: null } }).map(({ measure }) => measure),
    ).toEqual(['hours'])
    expect(leftOf({ last: { ...last, odo: null, engineHours: null } }).map(({ measure }) => measure)).toEqual(
      ['days'],
    )
  })

  test.each([
    ['km', 40_000, 2_000],
    ['hours', 1_000, 50],
    ['days', 180, 15],
    // Of short intervals the last quarter.
    ['km', 1_000, 250],
    ['hours', 50, 12.5],
    ['days', 7, 1.75],
  ] as const)('by %s, of %s, it is due soon from %s on, and overdue below zero', (by, full, limit) => {
    const interval = { km: null, hours: null, days: null, [by]: full } as ServiceInterval
    const stateAt = (left: number) =>
      serviceLeft({
        interval,
        last: { doneAt: NOW - (full - left) * DAY_MS, odo: 0, engineHours: 0 },
        now: NOW,
        odo: full - left,
        engineHours: full - left,
      })[0]?.state
    expect(stateAt(-0.1)).toBe('overdue')
    expect(stateAt(0)).toBe('dueSoon')
    expect(stateAt(limit)).toBe('dueSoon')
    expect(stateAt(limit + 0.1)).toBe('upToDate')
    expect(stateAt(full)).toBe('upToDate')
  })

  test('makes the state of a truck, which is not known without a recorded service', () => {
    expect(leftOf({ last: null })).toEqual([])
    expect(serviceState(false, [])).toBe('notRecorded')
    expect(serviceState(true, [])).toBe('notCounted')
    expect(serviceState(true, leftOf({ odo: 141_000 }))).toBe('overdue')
    expect(serviceState(true, leftOf({ odo: 138_500 }))).toBe('dueSoon')
    expect(serviceState(true, leftOf())).toBe('upToDate')
  })
})
