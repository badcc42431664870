/**
 * A route as typed columns of one length, in the order of time, without two points of one time and place.
 * Absent values are NaN. Never passes through a machine: machines carry its `TrackSummary`.
 */
export type Track = {
  readonly id: string
  readonly vehicleId: number
  readonly length: number
  /** ms since 1970 UTC. */
  readonly time: Float64Array
  readonly lng: Float64Array
  readonly lat: Float64Array
  /** km/h. */
  readonly speed: Float32Array
  /** Degrees from north. */
  readonly heading: Float32Array
  /** km. */
  readonly odo: Float64Array
  /** Percent. */
  readonly fuel: Float32Array
  /** Percent. */
  readonly adblue: Float32Array
  /** 0 off, 1 on, `UNKNOWN_IGNITION` where the file does not say. */
  readonly ignition: Uint8Array
  /** Bits of `EVENT_BIT`. */
  readonly events: Uint16Array
  /** Speed of an overspeed event in km/h (PLB-08). */
  readonly speedVal: Float32Array
  /** Seconds standing (PLB-33). */
  readonly stop: Float32Array
  /** 1 where no line is drawn to the next point (OPEN-37). */
  readonly breaks: Uint8Array
  /** Points of the file that were left out: without a usable place or time, or given twice. */
  readonly dropped: number
}

/** The columns of a track, without what identifies it. */
export type TrackColumns = Omit<Track, 'id' | 'vehicleId'>

/** The value of `ignition` where the file does not say. */
export const UNKNOWN_IGNITION = 255
