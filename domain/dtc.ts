import type { Severity } from './alerts.ts'

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

/** The parts that stop or endanger a truck where they fail: engine oil, coolant and speed, brakes, wheels, steering, fuel leaks. */
const CRITICAL_SPNS: ReadonlySet<number> = new Set([
  ...[70, 98, 100, 101, 110, 111, 116, 117, 118, 175, 190, 521, 563, 597, 636, 637, 723, 789, 790, 791, 792],
  ...[904, 1087, 1088, 1109, 1110, 1239, 1807],
])

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
  const isCritical = CRITICAL_SPNS.has(spn)
  if (LEAST_FMIS.has(fmi)) return isCritical ? 'medium' : 'low'
  return isCritical || WORST_FMIS.has(fmi) ? 'high' : 'medium'
}

/** What the first two characters and the digit behind them say of a code of SAE J2012. */
const SYSTEMS = [
  [/^P20[3-9A-F]/, 'adblue'],
  [/^P2[4-6]/, 'exhaust'],
  [/^P22/, 'nox'],
  [/^P[0-3]0/, 'metering'],
  [/^P[0-3][12]/, 'fuelAndAir'],
  [/^P[0-3]3/, 'ignition'],
  [/^P[0-3]4/, 'emissions'],
  [/^P[0-3]5/, 'speed'],
  [/^P[0-3]6/, 'controlUnit'],
  [/^P[0-3][789]/, 'gearbox'],
  [/^P/, 'powertrain'],
  [/^C/, 'chassis'],
  [/^B/, 'body'],
  [/^U/, 'network'],
] as const

/** The system that a code of SAE J2012 belongs to. */
export type DtcSystem = (typeof SYSTEMS)[number][1]

/** That of a code; null for one of another standard (HLT-01). */
export const dtcSystem = (text: string): DtcSystem | null => {
  const { code } = dtcOf(text)
  if (!J2012.test(code)) return null
  return SYSTEMS.find(([pattern]) => pattern.test(code))?.[1] ?? null
}
