/** How the figures of hours make that of a day or a range: they are added up, or the greatest counts. */
type FigureField = { readonly column: string; readonly of: 'sum' | 'count' | 'greatest' }

/**
 * The figures of an hour, each with its column; docs/figures.md defines them. Names end in their unit: `Km`, `S` (seconds) and `L`
 * (litres); the others are numbers of events, and `maxSpeed` is in km/h. The time at which a truck moves is divided among the speed
 * bands, of which the last is `overspeedS`, and the time with a running engine whose speed is known among the bands of its speed.
 */
export const FIGURE_FIELDS = {
  distanceKm: { column: 'distance_km', of: 'sum' },
  odometerKm: { column: 'odometer_km', of: 'sum' },
  doubtedKm: { column: 'doubted_km', of: 'sum' },
  doubtedOdometerKm: { column: 'doubted_odometer_km', of: 'sum' },
  meteredKm: { column: 'metered_km', of: 'sum' },
  runningS: { column: 'running_s', of: 'sum' },
  idlingS: { column: 'idling_s', of: 'sum' },
  stoppedS: { column: 'stopped_s', of: 'sum' },
  engineOnS: { column: 'engine_on_s', of: 'sum' },
  neutralS: { column: 'neutral_s', of: 'sum' },
  neutralKm: { column: 'neutral_km', of: 'sum' },
  gearKnownS: { column: 'gear_known_s', of: 'sum' },
  overrunS: { column: 'overrun_s', of: 'sum' },
  economyS: { column: 'economy_s', of: 'sum' },
  speedTo20S: { column: 'speed_to_20_s', of: 'sum' },
  speedTo40S: { column: 'speed_to_40_s', of: 'sum' },
  speedTo60S: { column: 'speed_to_60_s', of: 'sum' },
  speedTo80S: { column: 'speed_to_80_s', of: 'sum' },
  overspeedS: { column: 'overspeed_s', of: 'sum' },
  rpmTo900S: { column: 'rpm_to_900_s', of: 'sum' },
  rpmTo1200S: { column: 'rpm_to_1200_s', of: 'sum' },
  rpmTo1600S: { column: 'rpm_to_1600_s', of: 'sum' },
  rpmTo2500S: { column: 'rpm_to_2500_s', of: 'sum' },
  rpmAbove2500S: { column: 'rpm_above_2500_s', of: 'sum' },
  fuelUsed: { column: 'fuel_used', of: 'sum' },
  fuelFilled: { column: 'fuel_filled', of: 'sum' },
  fuelDropped: { column: 'fuel_dropped', of: 'sum' },
  adblueUsed: { column: 'adblue_used', of: 'sum' },
  maxSpeed: { column: 'max_speed', of: 'greatest' },
  overspeeds: { column: 'overspeeds', of: 'count' },
  idlings: { column: 'idlings', of: 'count' },
  neutrals: { column: 'neutrals', of: 'count' },
  overruns: { column: 'overruns', of: 'count' },
  harshAccelerations: { column: 'harsh_accelerations', of: 'count' },
  harshBrakings: { column: 'harsh_brakings', of: 'count' },
  harshCornerings: { column: 'harsh_cornerings', of: 'count' },
  measuredS: { column: 'measured_s', of: 'sum' },
  speedingS: { column: 'speeding_s', of: 'sum' },
  excessKm: { column: 'excess_km', of: 'sum' },
  longIdlingS: { column: 'long_idling_s', of: 'sum' },
  reportedAccelerations: { column: 'reported_accelerations', of: 'count' },
  reportedBrakings: { column: 'reported_brakings', of: 'count' },
  stoppages: { column: 'stoppages', of: 'count' },
  fuelFills: { column: 'fuel_fills', of: 'count' },
  fuelDrops: { column: 'fuel_drops', of: 'count' },
  fixes: { column: 'fixes', of: 'count' },
} as const satisfies Readonly<Record<string, FigureField>>

/** What a vehicle did in an hour, a day or a range. */
export type Figures = { readonly [Name in keyof typeof FIGURE_FIELDS]: number }
export type FigureName = keyof Figures
