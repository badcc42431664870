import type { Severity } from './alerts.ts'
import { FMI_SENTENCES } from './dtc-failures.ts'
import { SPN_PARTS } from './dtc-parts.ts'

/**
 * A diagnostic trouble code. `code` is its one spelling: `SPN 3364 FMI 18`, `P20EE`, or what the truck sent, in capital letters, where
 * it is of neither kind. `spn` (0 to 524287) and `fmi` (0 to 31) are those of SAE J1939, null in other codes and where the truck
 * sent no FMI.
 */
export type Dtc = { readonly code: string; readonly spn: number | null; readonly fmi: number | null }

const J1939 = /^(?:SPN[\s:=]*)?(\d{1,6})(?:(?:[\s\-/,:.]+|(?=FMI))(?:FMI[\s:=]*)?(\d{1,2}))?$/
const J2012 = /^[PCBU][0-3][0-9A-F]{3}(?:-[0-9A-F]{2})?$/
/** SPNs have 19 bits, FMIs five. */
const MAX_SPN = 524_287
const MAX_FMI = 31

/** Reads a code in any of the spellings that devices use: `SPN 3364 FMI 18`, `3364/18`, `3364-18`, `P20EE` (HLT-01). */
export const dtcOf = (text: string): Dtc => {
  const code = text.trim().toUpperCase().replaceAll(/\s+/g, ' ')
  const [, spnText, fmiText] = J1939.exec(code) ?? []
  if (spnText === undefined) return { code, spn: null, fmi: null }
  const spn = Number(spnText)
  const fmi = fmiText === undefined ? null : Number(fmiText)
  if (spn > MAX_SPN || (fmi ?? 0) > MAX_FMI) return { code, spn: null, fmi: null }
  return { code: `SPN ${spn}${fmi === null ? '' : ` FMI ${fmi}`}`, spn, fmi }
}

/** The codes of a fix in their one spelling, each once, in order. */
export const dtcCodesOf = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.map((text) => dtcOf(text).code))].sort()

/** Failures that a truck must not go on with, and those that its maker calls least severe. */
const WORST_FMIS: ReadonlySet<number | null> = new Set([0, 1])
const LEAST_FMIS: ReadonlySet<number | null> = new Set([15, 17])

/**
 * How urgent a code is. High: the most severe range of any part, and any failure of a part that stops or endangers a truck (engine oil,
 * coolant, brakes, steering), but for its least severe range; also codes of the chassis (`C`). Low: the least severe range of other
 * parts, and codes of the body (`B`). All others are medium, unknown ones too.
 */
export const dtcSeverity = (text: string): Severity => {
  const { code, spn, fmi } = dtcOf(text)
  if (spn === null) return /^C[0-3]/.test(code) ? 'high' : /^B[0-3]/.test(code) ? 'low' : 'medium'
  const isCritical = SPN_PARTS[spn]?.isCritical ?? false
  if (LEAST_FMIS.has(fmi)) return isCritical ? 'medium' : 'low'
  return isCritical || WORST_FMIS.has(fmi) ? 'high' : 'medium'
}

/** What the first two characters and the digit behind them say of a code of SAE J2012. */
const SYSTEMS: ReadonlyArray<readonly [pattern: RegExp, part: string]> = [
  [/^P20[3-9A-F]/, 'AdBlue system'],
  [/^P2[4-6]/, 'Exhaust after-treatment'],
  [/^P22/, 'NOx sensor'],
  [/^P[0-3]0/, 'Fuel and air metering'],
  [/^P[0-3][12]/, 'Fuel and air system'],
  [/^P[0-3]3/, 'Ignition or misfire'],
  [/^P[0-3]4/, 'Emission control'],
  [/^P[0-3]5/, 'Speed and idle control'],
  [/^P[0-3]6/, 'Engine control unit'],
  [/^P[0-3][789]/, 'Gearbox'],
  [/^P/, 'Engine or gearbox'],
  [/^C/, 'Chassis, such as brakes or steering'],
  [/^B/, 'Body'],
  [/^U/, 'Communication between control units'],
]

/** What a code means in plain words: the part it is about, and what is wrong with it. Null where our table does not know. */
export type DtcMeaning = { readonly part: string | null; readonly failure: string | null }

/** The meaning of a code, in English (HLT-01). Of codes of SAE J2012 only the system is known. */
export const dtcMeaning = (text: string): DtcMeaning => {
  const { code, spn, fmi } = dtcOf(text)
  if (spn !== null)
    return {
      part: SPN_PARTS[spn]?.part ?? null,
      failure: fmi === null ? null : (FMI_SENTENCES[fmi] ?? null),
    }
  if (!J2012.test(code)) return { part: null, failure: null }
  return { part: SYSTEMS.find(([pattern]) => pattern.test(code))?.[1] ?? null, failure: null }
}
