import type { FixColumns } from './columns.ts'

/** What closing a day must know of the vehicle. Tanks in litres. */
export type DayVehicle = {
  readonly segment: 'HDT' | 'MDT'
  readonly fuelTankLitres: number | null
  readonly adblueTankLitres: number | null
}

/** A fence a vehicle is watched at. `points` are `[lng, lat]`: the centre of a circle, or a polygon's corners. Times in ms. */
export type DayFence = {
  readonly id: number
  readonly name: string
  readonly shape: 'circle' | 'polygon'
  readonly points: ReadonlyArray<readonly [number, number]>
  readonly radiusM: number | null
  readonly validFrom: number
  readonly validTo: number
  readonly entryAlert: boolean
  readonly exitAlert: boolean
}

/** What one vehicle did in one hour of its company's zone; `hour` is its first ms. Seconds, km, litres, km/h. */
export type HourRow = {
  readonly hour: number
  readonly distanceKm: number
  readonly runningS: number
  readonly idlingS: number
  readonly stoppedS: number
  readonly fuelUsed: number
  readonly fuelFilled: number
  readonly adblueUsed: number
  readonly maxSpeed: number
  readonly overspeedS: number
  readonly fixes: number
}

/** A driving event (PLB-08) or an alert (ALR-02). `time` in ms; `value` is km/h, rpm, litres or seconds, as the code says. */
export type EventRow = {
  readonly time: number
  readonly code: string
  readonly kind: 'event' | 'alert'
  readonly lng: number
  readonly lat: number
  readonly value: number | null
  readonly durationS: number | null
  readonly detail: Readonly<Record<string, unknown>>
}

/** All that follows from one vehicle-day's fixes. `columns` are sorted, free of duplicates, and carry the event bits. */
export type ClosedDay = {
  readonly hours: readonly HourRow[]
  readonly events: readonly EventRow[]
  readonly columns: FixColumns
}
