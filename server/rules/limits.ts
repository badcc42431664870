import { ADBLUE_ALERT_ZONES, ENGINE_OVERRUN_RPM } from '#contract/constants.ts'
import { FASTEST_KMPH, NOISE_M } from '#domain/accuracy.ts'
import { INCIDENT_AFTER_S } from '#domain/driving-incidents.ts'
import { HOLDS_FOR_S, PARKED_FOR_S, SAME_PLACE_M } from '#domain/silence.ts'
import { RUNNING_ABOVE_KMPH } from '#domain/standing.ts'

/** The numbers of driving events, alerts and figures that no user chooses; what users choose is in ALERT_SETTINGS. Speeds in km/h, distances in m, fluids in litres, times in s. */
export const RULES = {
  /** Above this speed a vehicle moves; the same threshold as in `statusOf`. */
  movingAbove: RUNNING_ABOVE_KMPH,
  /** Up to this speed a vehicle that stood goes on standing, as long as it is within `noiseM` of where that began. */
  creepKmph: 10,
  /** OVERSPEED: faster than its threshold for `overspeedS`; it lasts until the speed is `overspeedBackKmph` below. */
  overspeedS: INCIDENT_AFTER_S.OS,
  overspeedBackKmph: 3,
  /** ENGINEOVERRUN: revolutions above this (CST-13, ALR-10) for `overrunS`; it lasts until they are `overrunBackRpm` below. */
  overrunAbove: ENGINE_OVERRUN_RPM,
  overrunS: INCIDENT_AFTER_S.EO,
  overrunBackRpm: 100,
  /** NEUTRALDRIVING: neutral while faster than `neutralAbove`; it lasts until the speed is `neutralBackKmph` below. */
  neutralAbove: 10,
  neutralBackKmph: 3,
  /** FUELDROP and FUELFILL (ALR-05): a change must be so many standard deviations of the levels that are compared. */
  fuelScatterTimes: 4.5,
  /** A change goes on with more litres a minute than an engine that idles burns. */
  fuelGoesOnPerMin: 0.1,
  /** What a truck usually burns, litres a metre and a minute of idling: between levels before and after a stop. */
  fuelPerM: 0.0003,
  fuelIdlingPerMin: 0.04,
  /** A sensor that shows more than this part of the tank has failed; and the tank of a truck of which nobody knows it, litres. */
  tankOverfull: 1.1,
  usualTankLitres: 300,
  /** A rise of AdBlue by more than this from one fix to the next is a filling, not negative use. */
  adblueFillLitres: 2,
  /** ADBLUELOW: at its threshold or below, until the level is `adblueRearmLitres` above it (ALR-03). */
  adblueRearmLitres: 2,
  /** ADBLUEZONE: zones 2 to 5 (ALR-11). */
  adblueZoneFrom: ADBLUE_ALERT_ZONES.from,
  adblueZoneTo: ADBLUE_ALERT_ZONES.to,
  /**
   * GEOFENCEINOUT: a fence is left by a fix that lies this far outside of its edge, because positions of a parked vehicle stray by some
   * metres; of a small fence, this share of its radius, or of half its shorter side.
   */
  fenceLeaveM: 50,
  fenceLeaveShare: 0.5,
  /** A vehicle is watched in so many fences with alerts at a time, those with the smallest ids. */
  fencesAtOnce: 100,
  /** A rule that has reported so often within a day that alerts of a vehicle are raised or have ended rests until the next day: no truck does that in earnest. */
  reportsADay: 2_000,
  /** HA and HB: km/h gained or lost each second, judged only over gaps up to `harshGapS` (PLB-08). */
  harshKmphPerS: 9,
  harshGapS: 2,
  /** Fixes that show a harsh manoeuvre within this time are one event. */
  harshQuietS: 5,
  /** What is known of the time between two fixes: see `silenceOf`. */
  stateGapS: HOLDS_FOR_S,
  parkedGapS: PARKED_FOR_S,
  samePlaceM: SAME_PLACE_M,
  /** Movements of a standing vehicle up to this are receiver noise. */
  noiseM: NOISE_M,
  /** No truck is faster; a jump beyond it adds no distance. */
  fastestKmph: FASTEST_KMPH,
} as const
