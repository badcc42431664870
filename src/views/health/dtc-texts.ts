import { adblueSpnOf } from '#domain/adblue-codes.ts'
import { dtcOf, dtcSystem } from '#domain/dtc.ts'
import { DTC_FAILURE, DTC_PART, DTC_SYSTEM } from '#src/texts/en/dtc.ts'
import { DTC } from '#src/texts/en/health.ts'

/** What is known of a code: the part or the system that it is about; null where our tables do not know it. */
const knownPart = (code: string): string | null => {
  const parts: Readonly<Record<number, string>> = DTC_PART
  const spn = dtcOf(code).spn ?? adblueSpnOf(code)
  if (spn !== null) return parts[spn] ?? null
  const system = dtcSystem(code)
  return system === null ? null : DTC_SYSTEM[system]
}

/** What a code is about, in words; says so where our tables do not know it (HLT-01). */
export const partName = (code: string): string =>
  knownPart(code) ?? (dtcOf(code).spn === null ? DTC.unknownCode : DTC.unknownPart)

/** What is wrong with it, in a sentence; nothing of a code that our tables do not know at all (HLT-01). */
export const failureModeText = (code: string): string | null => {
  const failures: Readonly<Record<number, string>> = DTC_FAILURE
  const { spn, fmi } = dtcOf(code)
  if (fmi !== null) return failures[fmi] ?? DTC_FAILURE.reserved
  return spn === null && knownPart(code) === null ? null : DTC.unknownFailure
}
