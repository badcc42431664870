import type { Figures } from '#domain/figure-fields.ts'
import type { PointField } from '#domain/fix.ts'
import type { FIX_FIELDS } from '#domain/fix-fields.ts'

/** The column of a field of each kind, and its missing value. */
type ColumnOf = {
  /** NaN. */
  number: Float32Array
  /** `ABSENT`; else 0 or 1. */
  boolean: Uint8Array
  /** 0. */
  bits: Uint16Array
}

/**
 * A route as typed columns of one length, in the order of time, without two points of one time and place.
 * The fields of a fix are in its units, levels in percent.
 * It never passes through a machine: machines carry its `TrackSummary`.
 */
export type Track = {
  readonly id: string
  readonly vehicleId: number
  readonly length: number
  /** Speed of an overspeed event in km/h (PLB-08); NaN elsewhere. */
  readonly speedVal: Float32Array
  /** Seconds standing (PLB-33); NaN where the file does not say. */
  readonly stop: Float32Array
  /** 1 where no line is drawn to the next point (OPEN-37). */
  readonly breaks: Uint8Array
  /** Points of the file that were left out: without a usable place or time, or given twice. */
  readonly dropped: number
  /** What the fuel tank holds; null where unknown. */
  readonly fuelTankLitres: number | null
  /** The figures of the range, by all that the server knows; null where it does not tell them. */
  readonly figures: Figures | null
} & {
  readonly [Name in keyof Pick<typeof FIX_FIELDS, PointField>]: (typeof FIX_FIELDS)[Name]['point'] extends {
    precise: true
  }
    ? Float64Array
    : ColumnOf[(typeof FIX_FIELDS)[Name]['kind']]
}

/** The columns of a track, without what its file does not say. */
export type TrackColumns = Omit<Track, 'id' | 'vehicleId' | 'fuelTankLitres' | 'figures'>
