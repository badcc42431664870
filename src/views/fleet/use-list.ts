import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import {
  selectIsListHeld,
  selectIsListLoading,
  selectListFailure,
  selectMustChoose,
} from '#src/machines/fleet/fleet.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import type { FleetActor } from './connected-list.tsx'
import type { ListState } from './fleet-panel.tsx'

/** The ids of the listed vehicles in their order. */
const useFleetIds = (): readonly number[] => {
  const { fleetList } = useServices()
  return useSyncExternalStore(fleetList.subscribe, fleetList.getSnapshot)
}

const NOBODY: readonly number[] = []

/** Those that are shown: vehicles of the list before are not shown under the new one's name. */
export const useShownIds = (fleet: FleetActor): readonly number[] => {
  const ids = useFleetIds()
  return useSelector(fleet, selectIsListHeld) ? ids : NOBODY
}

/** How the list stands. */
export const useListState = (fleet: FleetActor): ListState => {
  const isLoading = useSelector(fleet, selectIsListLoading)
  const mustChoose = useSelector(fleet, selectMustChoose)
  const failure = useSelector(fleet, selectListFailure)
  return isLoading ? 'loading' : failure !== null ? 'failed' : mustChoose ? 'unasked' : 'ready'
}
