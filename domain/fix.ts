/**
 * One position of one vehicle, and what its bus reported with it. Only the first three are always there.
 * Units: `time` ms since 1970 UTC, `speed` km/h, `heading` degrees from north, `odo` km, `engineHours` h,
 * `fuel` and `adblue` litres, `adblueZone` 0–5, `dpf` the regeneration state.
 */
export type Fix = {
  readonly time: number
  readonly lng: number
  readonly lat: number
  readonly speed?: number
  readonly heading?: number
  readonly odo?: number
  readonly ignition?: boolean
  readonly engineHours?: number
  readonly rpm?: number
  readonly neutral?: boolean
  readonly fuel?: number
  readonly adblue?: number
  readonly adblueZone?: number
  readonly dpf?: number
  readonly dtcs?: readonly string[]
  /** Bits of `EVENT_BIT`. */
  readonly events?: number
  /** Bits of `DERIVED_BIT`: which fields we computed because the device did not send them. */
  readonly derived?: number
}

/** Event codes of a playback point (PLB-08) and the bit each takes in `Fix.events`. */
export const EVENT_BIT = {
  HA: 1 << 0,
  HB: 1 << 1,
  HC: 1 << 2,
  ID: 1 << 3,
  FD: 1 << 4,
  OS: 1 << 5,
  EO: 1 << 6,
  VS: 1 << 7,
  VI: 1 << 8,
} as const
export type EventCode = keyof typeof EVENT_BIT

/** Whether a label of an alert is an event code, so that points of the track may be marked with it. */
export const isEventCode = (label: string): label is EventCode => Object.hasOwn(EVENT_BIT, label)

/** Readable names of the event codes (PLT-08). */
export const EVENT_NAME: Readonly<Record<EventCode, string>> = {
  HA: 'Harsh acceleration',
  HB: 'Harsh braking',
  HC: 'Harsh cornering',
  ID: 'Idling',
  FD: 'Fuel drop',
  OS: 'Overspeeding',
  EO: 'Engine overrun',
  VS: 'Vehicle stoppage',
  VI: 'Idling',
}

export const DERIVED_BIT = { speed: 1 << 0, heading: 1 << 1, odo: 1 << 2, ignition: 1 << 3 } as const

/** The codes whose bits are set, in the table's order. */
export const eventCodes = (bits: number): EventCode[] =>
  (Object.keys(EVENT_BIT) as EventCode[]).filter((code) => (bits & EVENT_BIT[code]) !== 0)
