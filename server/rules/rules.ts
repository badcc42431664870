import { ADBLUE_ZONE, REGENERATION } from '#contract/alert-descriptions.ts'
import { fillMessage } from '#contract/fill-message.ts'
import { ALERT_SETTINGS, settingOf } from '#contract/records/alert-settings.ts'
import type { AlertCode } from '#domain/alerts.ts'
import { ABSENT } from '#domain/fix.ts'
import type { DayVehicle } from '../track/close-day.ts'
import { adblueFaultRule, adblueLowRule } from './adblue-rules.ts'
import type { VehicleFences } from './fence-index.ts'
import { fenceRule } from './fence-rule.ts'
import type { FuelRules } from './fuel-rule.ts'
import { RULES } from './limits.ts'
import { orNull, type Rule, type Step } from './rule.ts'
import { type Span, type SpanKind, spanRule } from './span-rule.ts'
import { STATE } from './standing-state.ts'
import type { AlertRule } from './types.ts'

/** The rules that always count: each alert type with its initial threshold. */
export const INITIAL_RULES: readonly AlertRule[] = ALERT_SETTINGS.map(({ type, initial }) => ({
  type,
  threshold: initial ?? 0,
}))

/** What a rule is about. */
type Subject = {
  readonly vehicle: DayVehicle
  readonly fences: VehicleFences
  readonly fuel: FuelRules
}

const initialOf = (type: AlertCode): number => settingOf(type).initial ?? 0

const peakOf = ({ peak }: Span): number | null => peak.value
const seconds = (_span: Span, durationS: number): number => durationS
const speedOf = ({ now: { speed } }: Step): number => speed
const isUnknown = (value: number): boolean => Number.isNaN(value) || value === ABSENT

/** For how long what a fix says holds. */
type Lasting = Pick<SpanKind, 'isJoined' | 'holdsUntilNext' | 'heldBefore'>

/** Values that change from second to second are known at fixes alone, and connect only those that are near in time. */
const BRIEF: Lasting = { isJoined: ({ lasts }) => lasts, holdsUntilNext: false }
/** An idling vehicle goes on until a fix says otherwise, as long as it is in the same place. Its device reports often. */
const IDLING: Lasting = {
  isJoined: ({ lasts, metres }) => lasts && metres <= RULES.samePlaceM,
  holdsUntilNext: true,
}
/**
 * As an idling vehicle, but over long gaps too: parked devices report rarely. A vehicle that was silent for long and is found where it was
 * has stood there, whatever it did before.
 */
const PARKED: Lasting = {
  isJoined: ({ staysParked, metres }) => staysParked && metres <= RULES.samePlaceM,
  holdsUntilNext: true,
  heldBefore: ({ during, lasts }) => during === STATE.stopped && !lasts,
}
/** A level is what it was until another one is reported. */
const LEVEL: Lasting = { isJoined: () => true, holdsUntilNext: true }

const overspeed = (limit: number): SpanKind => ({
  holds: (step) => speedOf(step) > limit,
  ...BRIEF,
  goesOn: (step) => isUnknown(speedOf(step)) || speedOf(step) > limit - RULES.overspeedBackKmph,
  afterS: RULES.overspeedS,
  valueOf: ({ speed }) => speed,
  figureOf: peakOf,
  rule: { limit, backKmph: RULES.overspeedBackKmph, afterS: RULES.overspeedS },
  figures: (span, durationS) => ({
    limit,
    maxSpeed: peakOf(span),
    distanceM: Math.round(span.metres),
    durationS,
    atMaxS: span.atPeakS,
  }),
})

const standing = (state: number, minutes: number, lasting: Lasting): SpanKind => ({
  holds: (step) => step.state === state,
  goesOn: (step) => step.state === state || (step.state === STATE.unknown && step.metres <= RULES.noiseM),
  ...lasting,
  afterS: minutes * 60,
  valueOf: ({ speed }) => speed,
  figureOf: seconds,
  rule: { afterS: minutes * 60, movingAboveKmph: RULES.movingAbove },
  figures: (_span, durationS) => ({ thresholdS: minutes * 60, durationS }),
})

const overrun = ({ segment }: DayVehicle): SpanKind => {
  const limit = RULES.overrunAbove[segment]
  return {
    holds: ({ now: { rpm } }) => rpm > limit,
    ...BRIEF,
    goesOn: ({ now: { rpm } }) => isUnknown(rpm) || rpm > limit - RULES.overrunBackRpm,
    afterS: RULES.overrunS,
    valueOf: ({ rpm }) => rpm,
    figureOf: peakOf,
    rule: { limit, backRpm: RULES.overrunBackRpm, afterS: RULES.overrunS },
    note: ({ speed }) => ({ speed: orNull(speed) }),
    figures: (span, durationS) => ({
      limit,
      rpm: span.began.value,
      maxRpm: peakOf(span),
      durationS,
      speed: span.noted['speed'] ?? null,
    }),
  }
}

const neutral = (afterS: number): SpanKind => ({
  holds: ({ now }) => now.neutral === 1 && now.speed > RULES.neutralAbove,
  ...BRIEF,
  goesOn: ({ now }) =>
    (now.neutral === 1 || now.neutral === ABSENT) &&
    (isUnknown(now.speed) || now.speed > RULES.neutralAbove - RULES.neutralBackKmph),
  afterS,
  valueOf: ({ speed }) => speed,
  figureOf: peakOf,
  rule: { afterS, aboveKmph: RULES.neutralAbove, backKmph: RULES.neutralBackKmph },
  figures: (span, durationS) => ({
    durationS,
    maxSpeed: peakOf(span),
    distanceM: Math.round(span.metres),
  }),
})

const isAlertZone = (zone: number): boolean => zone >= RULES.adblueZoneFrom && zone <= RULES.adblueZoneTo

const adblueZone: SpanKind = {
  holds: ({ now }) => isAlertZone(now.adblueZone),
  ...LEVEL,
  goesOn: ({ now }) => now.adblueZone === ABSENT || isAlertZone(now.adblueZone),
  afterS: 0,
  valueOf: ({ adblueZone: zone }) => (zone === ABSENT ? Number.NaN : zone),
  figureOf: ({ began }) => began.value,
  rule: { from: RULES.adblueZoneFrom, to: RULES.adblueZoneTo },
  figures: (span) => ({
    zone: span.began.value,
    description: fillMessage(ADBLUE_ZONE, {
      zone: span.began.value ?? '',
      from: RULES.adblueZoneFrom,
      to: RULES.adblueZoneTo,
    }),
  }),
}

const DPF_STATES: Readonly<Record<number, string>> = REGENERATION

const dpfRegeneration: SpanKind = {
  holds: ({ now }) => DPF_STATES[now.dpf] !== undefined,
  ...LEVEL,
  goesOn: ({ now }) => now.dpf === ABSENT || DPF_STATES[now.dpf] !== undefined,
  afterS: 0,
  valueOf: ({ dpf }) => (dpf === ABSENT ? Number.NaN : dpf),
  figureOf: () => null,
  rule: {},
  note: ({ odo }) => ({ odo: orNull(odo) }),
  figures: (span) => ({
    state: span.began.value,
    odo: span.noted['odo'] ?? null,
    description: DPF_STATES[span.began.value ?? 0] ?? null,
  }),
}

/** Each alert type as a fold over fixes. The state of each is of a type of its own, which nobody else reads. */
const RULE_OF: Readonly<Record<AlertCode, (threshold: number, subject: Subject) => Rule<unknown>>> = {
  OVERSPEED: (limit) => spanRule(overspeed(limit)),
  IDLING: (minutes) => spanRule(standing(STATE.idling, minutes, IDLING)),
  STOPPAGE: (minutes) => spanRule(standing(STATE.stopped, minutes, PARKED)),
  ENGINEOVERRUN: (_, { vehicle }) => spanRule(overrun(vehicle)),
  NEUTRALDRIVING: (afterS) => spanRule(neutral(afterS)),
  ADBLUEZONE: () => spanRule(adblueZone),
  DPFREGEN: () => spanRule(dpfRegeneration),
  FUELDROP: (litres, { fuel }) => fuel('drop', { dropLitres: litres, fillLitres: initialOf('FUELFILL') }),
  FUELFILL: (litres, { fuel }) => fuel('fill', { dropLitres: initialOf('FUELDROP'), fillLitres: litres }),
  ADBLUELOW: (litres, { vehicle }) => adblueLowRule(litres, vehicle.adblueTankLitres),
  ADBLUEFAULT: () => adblueFaultRule(),
  GEOFENCEINOUT: (_, { fences }) => fenceRule(fences),
}

/** The fold of a rule. */
export const ruleFor = ({ type, threshold }: AlertRule, subject: Subject): Rule<unknown> =>
  RULE_OF[type](threshold, subject)
