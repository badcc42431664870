import type { Fix } from '#contract/records/fix.ts'

type Candidate = { readonly companyId: number; readonly vehicleId: number; readonly fix: Fix }

/** Finds out which fixes lie in closed days, where the table of open fixes does not know them. */
export type StoredElsewhere = (
  candidates: readonly Candidate[],
  now: number,
) => Promise<(candidate: { readonly vehicleId: number; readonly fix: Fix }) => boolean>
