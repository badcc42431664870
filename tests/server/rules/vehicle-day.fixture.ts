import type { AlertCode } from '#domain/alerts.ts'
import type { Fix } from '#domain/fix.ts'
import { createFenceIndex } from '#server/rules/fence-index.ts'
import { INITIAL_RULES } from '#server/rules/rules.ts'
import { createAlertRun, type StoredRun } from '#server/rules/run.ts'
import type { AlertRule, FoundAlert } from '#server/rules/types.ts'
import type { DayFence, DayVehicle } from '#server/track/close-day.ts'

/** 2026-03-10 in India. */
export const FROM = Date.UTC(2026, 2, 9, 18, 30)
export const MINUTE = 60_000
export const HEAVY: DayVehicle = { segment: 'HDT', fuelTankLitres: 300, adblueTankLitres: 40 }

/** Fields of a fix; one that is undefined is missing. */
export type Fields = { readonly [Name in keyof Fix]?: Fix[Name] | undefined }

/** A fix `minute` minutes after midnight, standing with the engine off by default. */
export const at = (minute: number, fix: Fields = {}): Fix => {
  const known = Object.entries({ speed: 0, ignition: false, lng: 73.5, lat: 18.5, ...fix })
  return {
    time: FROM + minute * MINUTE,
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
  } as Fix
}
/** A fix each minute. */
export const every = (first: number, last: number, fix: Fields | ((minute: number) => Fields)): Fix[] =>
  Array.from({ length: last - first + 1 }, (_, i) =>
    at(first + i, typeof fix === 'function' ? fix(first + i) : fix),
  )
/** Driving east along the parallel at `kmph`, with a fix each minute. */
export const drive = (first: number, last: number, kmph: number, more: Fields = {}): Fix[] =>
  every(first, last, (minute) => ({
    speed: kmph,
    ignition: true,
    lng: 73.5 + ((minute - first) * kmph) / 60 / 105.5,
    ...more,
  }))

/** A square fence of 2 km around a place, valid at all times. */
export const fenceAt = (id: number, lng: number, lat: number, more: Partial<DayFence> = {}): DayFence => ({
  id,
  name: `Yard ${id}`,
  shape: 'circle',
  points: [[lng, lat]],
  radiusM: 1000,
  validFrom: 0,
  validTo: Number.MAX_SAFE_INTEGER,
  entryAlert: true,
  exitAlert: true,
  ...more,
})

export type Setup = {
  readonly rules?: readonly AlertRule[]
  readonly vehicle?: DayVehicle
  readonly fences?: readonly DayFence[]
  readonly state?: StoredRun
}

/** The evaluation of vehicle 1. */
export const startRun = ({ rules = INITIAL_RULES, vehicle = HEAVY, fences = [], state }: Setup = {}) =>
  createAlertRun({
    rules,
    vehicle,
    fences: createFenceIndex(fences.map((fence) => ({ fence, vehicleIds: null }))).ofVehicle(1),
    ...(state ? { state } : {}),
  })

const identityOf = ({ type, threshold, subject, began }: FoundAlert): string =>
  `${type} ${threshold} ${subject} ${began}`

/** What the rules find in fixes: each alert as it is at the end, by time. */
export const alertsOf = (fixes: readonly Fix[], setup: Setup = {}): FoundAlert[] => {
  const run = startRun(setup)
  const found = new Map<string, FoundAlert>()
  for (const fix of fixes) {
    run.step(fix)
    for (const alert of run.take()) found.set(identityOf(alert), alert)
  }
  return [...found.values()].sort((a, b) => a.time - b.time || identityOf(a).localeCompare(identityOf(b)))
}

/** Alerts of some types in short: type, minutes of beginning, alert and end, value. */
export const inShort = (alerts: readonly FoundAlert[], ...types: AlertCode[]) =>
  alerts
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map(({ type, began, time, ended, value }) => [
      type,
      (began - FROM) / MINUTE,
      (time - FROM) / MINUTE,
      ended === null ? null : (ended - FROM) / MINUTE,
      value,
    ])
