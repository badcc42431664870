import type { CompanyPlan } from '#server/simulator/fleet/demo-companies.ts'

const CHENNAI = { town: 'Chennai', district: 'TN 01', region: 'South' }
const PUNE = { town: 'Pune', district: 'MH 12', region: 'West' }

/** A fleet large enough that rare events happen in it. */
export const FLEET: readonly CompanyPlan[] = [
  { name: 'Test Roadlines', trucks: 48, heavyShare: 0.6, depots: [CHENNAI, PUNE] },
]

/** Two companies with a handful of trucks. */
export const HANDFUL: readonly CompanyPlan[] = [
  { name: 'Test Roadlines', trucks: 4, heavyShare: 0, depots: [CHENNAI] },
  { name: 'Test Movers', trucks: 2, heavyShare: 0, depots: [CHENNAI] },
]

/** Two trucks on long rounds. */
export const LONG_HAUL: readonly CompanyPlan[] = [
  { name: 'Test Carriers', trucks: 2, heavyShare: 1, depots: [PUNE] },
]

/** 14:30 in India on 20 November 2026, in ms. */
export const NOW = Date.UTC(2026, 10, 20, 9)
export const DAY_MS = 86_400_000
