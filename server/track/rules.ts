/** What makes an event or an alert. Speeds km/h, distances m, fluids litres, times s. */
export const RULES = {
  /** Above this speed a vehicle moves; the same line that `statusOf` draws. */
  movingAbove: 3,
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
  /** FD, FUELDROP and FUELFILL: litres gone or added while standing, within `levelWindowS` or between two fixes (ALR-05). */
  fuelDropLitres: 8,
  fuelFillLitres: 8,
  levelWindowS: 1800,
  /** A change goes on as long as each further fix adds this many litres. */
  levelStepLitres: 0.5,
  /** More AdBlue than this, from one fix to the next, is a filling and no negative use. */
  adblueFillLitres: 2,
  /** ADBLUELOW: below this part of the tank, or this many litres where the tank is unknown; armed again `adblueRearmLitres` above (ALR-03). */
  adblueLowPart: 0.1,
  adblueLowLitres: 5,
  adblueRearmLitres: 2,
  /** ADBLUEZONE: zones 2 to 5 (ALR-11). */
  adblueZoneFrom: 2,
  adblueZoneTo: 5,
  /** HA and HB: km/h gained or lost each second, judged over gaps this short only (PLB-08). */
  harshKmphPerS: 9,
  harshGapS: 2,
  /** One harsh manoeuvre is one event, however many fixes show it. */
  harshQuietS: 5,
  /** A moving or idling vehicle's state is taken to last until the next fix over gaps this short only. */
  stateGapS: 600,
  /** A parked device reports seldom: standing lasts this long, if the vehicle is still where it was. */
  parkedGapS: 86_400,
  /** A parked vehicle whose day ends without another fix is taken to stand on for this long. */
  parkedTailS: 7200,
  /** Nearer than this is the same place after a gap. */
  samePlaceM: 300,
  /** Shifts of a standing vehicle up to this are noise of the receiver. */
  noiseM: 50,
  /** Nothing drives faster; a leap beyond it adds no distance. */
  fastestKmph: 200,
} as const
