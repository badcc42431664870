import type { FleetFilter } from '#contract/records/fleet.ts'
import type { ListRequest } from '#src/machines/fleet/fleet.ports.ts'

/** The ids from 1 to `count`. */
export const firstIds = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

/** The request of a filtered list, of everything by default. */
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
  body: {
    status,
    filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds: [], ...filter },
    ...(vehicleIds === undefined ? {} : { vehicleIds }),
  },
  adds,
})

/** For a service whose first list was not requested early. */
export const NO_EARLY_LIST = { take: async () => null }
