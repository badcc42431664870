import { dayBounds } from '#domain/company-time.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { figuresTogether } from '#domain/figures.ts'
import { EVENT_BIT, type Fix } from '#domain/fix.ts'
import { closeDay } from '#server/track/close-day.ts'
import { columnsOf } from '#server/track/columns.ts'
import { randomFrom } from './synthetic-day.fixture.ts'

const DAY = '2026-03-10'
const ZONE = 'Asia/Kolkata'
const { from } = dayBounds(DAY, ZONE)

/** What a truck does in a second; `event` is an event bit that its device sees then. */
export type Second = {
  readonly kmph: number
  readonly isNeutral?: boolean
  readonly rpm?: number
  readonly event?: number
}

/** Seconds at a speed that is reached and left at once. */
export const seconds = (count: number, second: Second): Second[] =>
  Array.from({ length: count }, () => second)

/** How a driver drives: cruising speeds (km/h) with how often each is chosen, and how often the rest happens in an hour. */
export type Style = {
  readonly cruises: ReadonlyArray<readonly [kmph: number, weight: number]>
  readonly harshPerHour: number
  readonly coastS: number
  readonly overrunS: number
  readonly idleS: number
}

export const STYLES = {
  careful: {
    cruises: [
      [45, 2],
      [62, 4],
      [70, 5],
      [76, 3],
      [83, 0.3],
    ],
    ...{ harshPerHour: 0.1, coastS: 6, overrunS: 0, idleS: 60 },
  },
  average: {
    cruises: [
      [45, 2],
      [65, 3],
      [74, 4],
      [79, 3],
      [86, 2.5],
      [92, 0.5],
    ],
    ...{ harshPerHour: 1, coastS: 50, overrunS: 8, idleS: 340 },
  },
  reckless: {
    cruises: [
      [40, 2],
      [70, 3],
      [82, 2],
      [94, 4],
      [104, 4],
    ],
    ...{ harshPerHour: 4, coastS: 200, overrunS: 40, idleS: 700 },
  },
} as const satisfies Readonly<Record<string, Style>>

/** The seconds of a driver's day: stretches of 40 s to 5 min at a cruising speed, reached at 1.2 and left at 2 km/h a second. */
export const drivenBy = (style: Style, hours: number, seed: number): Second[] => {
  const random = randomFrom(seed)
  const all: Second[] = []
  const weights = style.cruises.reduce((sum, [, weight]) => sum + weight, 0)
  let kmph = 0
  const chosen = (): number => {
    let at = random() * weights
    for (const [speed, weight] of style.cruises) {
      at -= weight
      if (at <= 0) return speed + (random() - 0.5) * 4
    }
    return 60
  }
  const goOn = (target: number, count: number, more: Partial<Second> = {}) => {
    for (let i = 0; i < count; i += 1) {
      kmph += Math.min(1.2, Math.max(-2, target - kmph))
      const rpm = kmph === 0 ? 650 : 800 + kmph * 11
      const event = random() * 3600 < style.harshPerHour ? (random() < 0.5 ? EVENT_BIT.HA : EVENT_BIT.HB) : 0
      all.push({ kmph, rpm, ...(kmph > 5 ? { event } : {}), ...more })
    }
  }
  let idled = 0
  while (all.length < hours * 3600) {
    const done = all.length / 3600
    const cruise = chosen()
    goOn(cruise, 40 + Math.round(random() * 260))
    if (random() < 0.25) goOn(cruise, Math.round(style.coastS / 3), { isNeutral: true })
    if (random() < 0.25) goOn(cruise, Math.round(style.overrunS / 3), { rpm: 3000 })
    if (style.idleS > 0 && idled < done * style.idleS) {
      const idleS = 420 + Math.round(random() * 400)
      goOn(0, Math.ceil(kmph / 2) + idleS)
      idled += idleS
    }
  }
  return all.slice(0, hours * 3600)
}

/** A drive as a device reports it every so many seconds, from `phase` on: events since the fix before stand at the next one. */
export const reported = (drive: readonly Second[], everyS: number, phase = 0): Fix[] => {
  const fixes: Fix[] = []
  let [km, events] = [0, 0]
  for (const [at, { kmph, isNeutral = false, rpm = 1500, event = 0 }] of drive.entries()) {
    events |= event
    if (at % everyS === phase % everyS) {
      fixes.push({
        time: from + 2 * 3_600_000 + at * 1000,
        lng: 73 + km / 105.51,
        lat: 18.5,
        speed: Math.round(kmph * 10) / 10,
        ignition: true,
        neutral: isNeutral,
        rpm: Math.round(rpm),
        events,
      })
      events = 0
    }
    km += kmph / 3600
  }
  return fixes
}

/** The figures of a day with these fixes. */
export const figuresOf = (fixes: readonly Fix[]): Figures => {
  const vehicle = { segment: 'HDT', fuelTankLitres: null, adblueTankLitres: null } as const
  const { hours } = closeDay({
    day: DAY,
    timeZone: ZONE,
    vehicle,
    fixes: columnsOf(fixes),
    previous: undefined,
  })
  return figuresTogether(hours)
}
