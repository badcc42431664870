import type { VehicleStatus } from '#domain/status.ts'
import { UNIT } from '#domain/units.ts'
import { currentConventions } from '../conventions.ts'
import { texts } from '../texts.ts'

/** Texts that several features share. */
export const KIT = texts('kit.common', {
  retry: 'Retry',
  clearSearch: 'Clear search',
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading…',
  checkConnection: 'Check the connection and try again.',
  serverAway: 'The server cannot be reached. Check the connection and try again.',
  noPosition: 'No position yet',
  back: 'Back to the fleet',
  live: 'Live',
  playback: 'Playback',
  follow: 'Follow',
  ok: 'OK',
  showPassword: 'Show characters',
  dismissMessage: 'Dismiss message',
  foldSheet: 'Fold {name}',
  openSheet: 'Open {name}',
  adblueLevel: 'AdBlue level',
  truck: 'Truck',
  soon: 'Soon',
  map: 'Map',
  nearTown: '{distance} {direction} of {town}',
  dismissPopup: 'Dismiss popup',
  /** What the bundled map says of its roads and of its satellite image. */
  mapRoads: 'road network indicative',
  mapImagery: 'NASA Blue Marble, an overview without detail',
  languageNotLoaded:
    'Some texts could not be loaded in your language and are shown in English. Reload the page to try again.',
  /** A status whose last fix is too old to be live (OPEN-40). */
  lateStatus: '{status}, late',
  clockAhead: 'Its clock is {duration} ahead. Times are put right.',
})

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

/** What a map with this accessible name says, in the language and the units of the page. */
export const mapNames = (map: string) =>
  ({
    ...{ map, closePopup: KIT.dismissPopup, roads: KIT.mapRoads, imagery: KIT.mapImagery },
    scale: currentConventions().distance === 'mi' ? 'imperial' : 'metric',
  }) as const

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

/** A text with a limit. */
export const TEXT_FIELD = texts('kit.textField', {
  count: '{used} of {most} characters',
  tooLong: 'Use at most {most} characters. These are {used}.',
})

/** What a new password must be (OPEN-28). */
export const PASSWORD_RULE = texts('kit.passwords', {
  lead: 'At least {min} characters, with a lowercase letter, an uppercase letter and a digit.',
  next: 'New password',
  again: 'Confirm new password',
  tooShort: 'Use at least {min} characters',
  tooPlain: 'Use a lowercase letter, an uppercase letter and a digit',
  different: 'Passwords do not match',
})
