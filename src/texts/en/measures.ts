// What only screens behind the login read of the catalogue `kit`: the login page loads en/kit.ts.

import type { VehicleStatus } from '#domain/status.ts'
import { UNIT } from '#domain/units.ts'
import { texts } from '../texts.ts'

/** By what a distance was measured. */
export const DISTANCE_SOURCE = texts('kit.distanceSource', {
  shares: '{odometer} % by odometer, {positions} % by positions',
  share: {
    sure: '{odometer}',
    stood: '{odometer}, stood still',
    jumped: '{odometer}, jumped',
    factor: '{odometer}, off by × {factor}',
  },
  stood: 'The odometer stood still, so positions count.',
  jumped: 'The odometer jumped, so positions count.',
  factor: 'Odometer and positions differ by a factor of {factor}, so positions count.',
})

/** Units by what is measured: of distances, speeds, volumes and fuel economy (CST-06), of odometers and of speeds at a marker (CST-08). */
export const UNITS = texts('kit.units', {
  distance: { km: UNIT.distance, mi: 'miles' },
  speed: { km: UNIT.speed, mi: 'mph' },
  odometer: { km: UNIT.odometer, mi: 'MILES' },
  markerSpeed: { km: UNIT.markerSpeed, mi: 'MPH' },
  volume: { litre: UNIT.volume, usGallon: 'gal (US)', imperialGallon: 'gal (imp.)' },
  economy: {
    kmpl: UNIT.economy,
    litresPer100Km: 'l/100 km',
    usMpg: 'mpg (US)',
    imperialMpg: 'mpg (imp.)',
  },
  acceleration: { km: UNIT.acceleration, mi: 'mph/s' },
  engineSpeed: UNIT.engineSpeed,
  metres: '{count} m',
})

/** The parts of a duration (CST-07). */
export const DURATION = texts('kit.durations', {
  days: '{count} d',
  hours: '{count} hr',
  minutes: '{count} min',
  seconds: '{count} sec',
})

/** The compass points. */
export const COMPASS = texts('kit.compass', {
  N: 'N',
  NE: 'NE',
  E: 'E',
  SE: 'SE',
  S: 'S',
  SW: 'SW',
  W: 'W',
  NW: 'NW',
})

/** Of a file. */
export const SIZE = texts('kit.sizes', {
  kilobytes: '{count, number} kB',
  megabytes: '{count, number, ::.0} MB',
})

/** How old a position is. */
export const AGO = texts('kit.ago', {
  duration: '{duration} ago',
  seconds: '{count} s ago',
  days: '{days} days ago',
})

/** Of a vehicle's status; an unknown one means that nothing recent is known (CONFLICT-02). */
export const STATUS_LABEL = texts('kit.statuses', {
  RUNNING: 'Running',
  IDLE: 'Idle',
  STOPPED: 'Stopped',
  KEYON: 'Key on',
  OFFLINE: 'Offline',
  OTHER: 'No Recent Data',
} satisfies Readonly<Record<VehicleStatus | 'OTHER', string>>)

/** The hour picker and the notice of a range without points. */
export const HOUR_PICKER = texts('kit.hours', {
  untilNow: 'until now',
  currentHour: '{hour} means until now.',
  hours: 'Hour',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  showLast: 'Show the last positions, {date}',
})

/** How a number is written. */
export const NUMBER_FIELD = texts('kit.numbers', { example: 'Write a number, such as {example}.' })
