import { ADBLUE_PARTS } from '#contract/alert-descriptions.ts'
import { adblueSpnOf } from '#domain/adblue-codes.ts'
import { dtcOf } from '#domain/dtc.ts'
import { RULES } from './limits.ts'
import type { Reading } from './reading.ts'
import { evidenceOf, type Found, type Rule } from './rule.ts'
import { knownLevel, middleOf } from './tank-levels.ts'
import type { AlertEvidence } from './types.ts'

type Place = Pick<Reading, 'time' | 'lng' | 'lat'>

/** A low tank since a fix: its level there, and the lowest since, litres. */
type Low = {
  readonly began: Place & { readonly litres: number }
  readonly lowest: Place & { readonly litres: number }
  readonly fence: AlertEvidence['fence']
}

/** The last two levels, litres, and the tank while it is low. */
export type LowState = { readonly levels: readonly number[]; readonly low: Low | null }

/**
 * Low AdBlue (ALR-03): at so many litres or fewer, once until the tank has been filled. The level is the middle one of the last three, so
 * that a single wrong value says nothing; a sensor that shows exactly 0 or more than the tank can hold shows none.
 */
export const adblueLowRule = (threshold: number, tankLitres: number | null): Rule<LowState> => {
  const foundOf = ({ began, lowest, fence }: Low, ended: (Place & { litres: number }) | null): Found => ({
    subject: '',
    began: began.time,
    time: began.time,
    ended: ended?.time ?? null,
    lastSeen: lowest.time,
    lng: began.lng,
    lat: began.lat,
    value: began.litres,
    durationS: ended === null ? null : (ended.time - began.time) / 1000,
    evidence: {
      rule: { limit: threshold, rearmLitres: RULES.adblueRearmLitres },
      figures: { limit: threshold, litres: began.litres },
      fence,
      fixes: [
        evidenceOf('raised', began, began.litres),
        evidenceOf('peak', lowest, lowest.litres),
        ...(ended === null ? [] : [evidenceOf('ended', ended, ended.litres)]),
      ],
    },
  })
  return {
    step: (state, { now, fence }, report) => {
      const { time, lng, lat } = now
      const shown = knownLevel(now.adblue, tankLitres)
      if (Number.isNaN(shown)) return state
      const [first, second] = state?.levels ?? []
      const levels = second === undefined ? [...(state?.levels ?? []), shown] : [second, shown]
      if (first === undefined || second === undefined) return { levels, low: null }
      const litres = middleOf(first, second, shown)
      const level = { time, lng, lat, litres }
      const low = state?.low ?? null
      if (low !== null && litres > threshold + RULES.adblueRearmLitres) {
        report(foundOf(low, level))
        return { levels, low: null }
      }
      if (low !== null) return { levels, low: litres < low.lowest.litres ? { ...low, lowest: level } : low }
      if (litres > threshold) return { levels, low: null }
      const begun = { began: level, lowest: level, fence: fence() }
      report(foundOf(begun, null))
      return { levels, low: begun }
    },
    open: ({ low }) => (low === null ? [] : [foundOf(low, null)]),
  }
}

/** What a code says of the AdBlue system, in English; null if it is about something else. */
const faultOf = (code: string): string | null => {
  const spn = adblueSpnOf(code)
  return spn === null ? null : ADBLUE_PARTS[spn]
}

/** Faults of the AdBlue system since a fix, with every code that was seen. */
export type FaultState = {
  readonly began: Place
  readonly last: Place
  readonly codes: readonly string[]
  readonly fence: AlertEvidence['fence']
}

/** Codes kept of one alert. */
const MOST_CODES = 20

/** Faults of the AdBlue system (ALR-29): from the first fix with such a code until one that lists codes and none of them. */
export const adblueFaultRule = (): Rule<FaultState> => {
  const foundOf = ({ began, last, codes, fence }: FaultState, ended: Place | null): Found => ({
    subject: '',
    began: began.time,
    time: began.time,
    ended: ended?.time ?? null,
    lastSeen: last.time,
    lng: began.lng,
    lat: began.lat,
    value: null,
    durationS: ended === null ? null : (ended.time - began.time) / 1000,
    evidence: {
      rule: {},
      figures: {
        description: [...new Set(codes.map(faultOf))].join(', '),
        codes: codes.map((code) => dtcOf(code).code).join(', '),
      },
      fence,
      fixes: [
        evidenceOf('raised', began, Number.NaN),
        ...(ended === null ? [] : [evidenceOf('ended', ended, Number.NaN)]),
      ],
    },
  })
  return {
    step: (state, { now, fence }, report) => {
      if (now.dtcs === null) return state
      const place = { time: now.time, lng: now.lng, lat: now.lat }
      const codes = now.dtcs.filter((code) => adblueSpnOf(code) !== null)
      if (codes.length === 0) {
        if (state !== null) report(foundOf(state, place))
        return null
      }
      if (state === null) {
        const fault = { began: place, last: place, codes, fence: fence() }
        report(foundOf(fault, null))
        return fault
      }
      const all = [...new Set([...state.codes, ...codes])].slice(0, MOST_CODES)
      const next = { ...state, last: place, codes: all }
      if (all.length > state.codes.length) report(foundOf(next, null))
      return next
    },
    open: (state) => [foundOf(state, null)],
  }
}
