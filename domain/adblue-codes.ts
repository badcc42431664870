import { dtcOf } from './dtc.ts'

/** Suspect parameter numbers of SAE J1939 that are about the AdBlue system (SCR): the tank, the pump, the dosing, the catalyst and its sensors. */
const ADBLUE_SPNS = [
  ...[1761, 3031, 3216, 3226, 3361, 3362, 3363, 3364, 3516, 4331, 4334, 4337, 4360, 4363, 4364],
  ...[4374, 4375, 4376, 5245, 5246, 5394, 5435],
] as const
export type AdblueSpn = (typeof ADBLUE_SPNS)[number]

/** Codes of SAE J2012 by the part that they are about. */
const BY_CODE: ReadonlyArray<readonly [pattern: RegExp, spn: AdblueSpn]> = [
  [/^P203[A-F]$/, 1761],
  [/^P20(4[789]|5[0-2])$/, 5394],
  [/^P204[A-F]$/, 4334],
  [/^P205[A-D]$/, 3031],
  [/^P20(7F|F4|F5|E[67])$/, 3364],
  [/^P20[89][A-D]$/, 4375],
  [/^P20(A[0-3]|E8|E9)$/, 4334],
  [/^P20B[9A-F]$/, 3363],
  [/^P20EE$/, 4364],
  [/^P220[0-9A-F]$/, 3216],
  [/^P229[EF]$/, 3226],
]

/** The part of the AdBlue system that a trouble code is about, by its SPN; null where the code is about something else. */
export const adblueSpnOf = (text: string): AdblueSpn | null => {
  const { code, spn } = dtcOf(text)
  return spn === null
    ? (BY_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? null)
    : (ADBLUE_SPNS.find((each) => each === spn) ?? null)
}
