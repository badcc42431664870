import { FAULT_KINDS, type FaultSettings } from '#contract/records/faults.ts'

/** Settings with these probabilities; those of all others are 0. */
export const faultSettings = (
  rates: Partial<FaultSettings['rates']> = {},
  { seed = 42, lateMs = 2000, clockSkewMs = 0 }: Partial<Omit<FaultSettings, 'rates'>> = {},
): FaultSettings => ({
  seed,
  rates: {
    ...(Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as FaultSettings['rates']),
    ...rates,
  },
  lateMs,
  clockSkewMs,
})
