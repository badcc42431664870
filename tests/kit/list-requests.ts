import type { FleetFilter } from '#contract/records/fleet-vehicle.ts'
import type { ListRequest } from '#src/machines/fleet/list-memo.logic.ts'

/** The request of a filtered list: of everything where nothing else is said. */
export const filtered = ({
  status = '',
  adds = false,
  vehicleIds,
  ...filter
}: Partial<FleetFilter['filter']> & {
  status?: string
  adds?: boolean
  vehicleIds?: number[]
} = {}): ListRequest => ({
  kind: 'filter',
  asked: {
    status,
    filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [], ...filter },
    ...(vehicleIds === undefined ? {} : { vehicleIds }),
  },
  adds,
})
