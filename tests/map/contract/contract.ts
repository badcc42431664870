import { FENCE_CONTRACT } from './fence.contract.ts'
import { FENCE_CHANGES_CONTRACT } from './fence-changes.contract.ts'
import { FLEET_CONTRACT } from './fleet.contract.ts'
import type { Behaviour } from './map-harness.ts'
import { ROUTE_CONTRACT } from './route.contract.ts'
import { VIEW_CONTRACT } from './view.contract.ts'

/** The behaviour of every map adapter. Names carry the ledger's rows. */
export const CONTRACT: Readonly<Record<string, Behaviour>> = {
  ...FENCE_CONTRACT,
  ...FENCE_CHANGES_CONTRACT,
  ...FLEET_CONTRACT,
  ...ROUTE_CONTRACT,
  ...VIEW_CONTRACT,
}
