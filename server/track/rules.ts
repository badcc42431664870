import { RUNNING_ABOVE_KMPH } from '#domain/standing.ts'
/** The thresholds of events and alerts. Speeds in km/h, distances in m, fluids in litres, times in s. */
export const RULES = {
  /** Above this speed a vehicle moves; the same threshold as in `statusOf`. */
  movingAbove: RUNNING_ABOVE_KMPH,
  /** OS and OVERSPEED: faster than this (CST-12: above 80 not recommended). */
  overspeedAbove: 80,
  /** ID and IDLING: engine on, standing for this long (ALR-03). */
  idlingS: 300,
  /** VS and STOPPAGE: engine off, standing for this long (ALR-03). */
  stoppageS: 1800,
  /** EO and ENGINEOVERRUN: revolutions above this (CST-13, ALR-10). */
  overrunAbove: { HDT: 2850, MDT: 3100 },
  /** NEUTRALDRIVING: neutral while faster than `neutralAbove` for this long (ALR-04). */
  neutralS: 10,
  neutralAbove: 10,
  /** FD, FUELDROP and FUELFILL: litres lost or added while standing, within `levelWindowS` or between two fixes (ALR-05). */
  fuelDropLitres: 8,
  fuelFillLitres: 8,
  levelWindowS: 1800,
  /** A change continues as long as each further fix adds this many litres. */
  levelStepLitres: 0.5,
  /** A rise of AdBlue by more than this from one fix to the next is a filling, not negative use. */
  adblueFillLitres: 2,
  /** ADBLUELOW: below this part of the tank, or this many litres where the tank is unknown; armed again `adblueRearmLitres` above (ALR-03). */
  adblueLowPart: 0.1,
  adblueLowLitres: 5,
  adblueRearmLitres: 2,
  /** ADBLUEZONE: zones 2 to 5 (ALR-11). */
  adblueZoneFrom: 2,
  adblueZoneTo: 5,
  /** HA and HB: km/h gained or lost each second, judged only over gaps up to `harshGapS` (PLB-08). */
  harshKmphPerS: 9,
  harshGapS: 2,
  /** Fixes that show a harsh manoeuvre within this time are one event. */
  harshQuietS: 5,
  /** A moving or idling vehicle keeps its state until the next fix only over gaps up to this. */
  stateGapS: 600,
  /** A parked device reports rarely: a parked vehicle stays parked over gaps up to this, if it is still in the same place. */
  parkedGapS: 86_400,
  /** A vehicle that is parked at the last fix of a day stays parked for this long. */
  parkedTailS: 7200,
  /** After a gap, a position nearer than this is the same place. */
  samePlaceM: 300,
  /** Movements of a standing vehicle up to this are receiver noise. */
  noiseM: 50,
  /** No truck is faster; a jump beyond it adds no distance. */
  fastestKmph: 200,
} as const
