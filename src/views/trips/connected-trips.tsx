import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useCallback, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Trip } from '#contract/records/trip.ts'
import type { tripsMachine } from '#src/machines/trips/trips.machine.ts'
import {
  selectAreTripsLoading,
  selectTripCards,
  selectTripSearch,
  selectTripsFailure,
  selectTripsFound,
} from '#src/machines/trips/trips.selectors.ts'
import { isNarrow } from '../fleet/is-narrow.ts'
import { useServices } from '../kit/app-context.tsx'
import { TripsPanel } from './trips-panel.tsx'

export type TripsActor = ActorRefFrom<typeof tripsMachine>

/** The tab of trips of the running machine. */
export const ConnectedTrips = ({
  actor,
  tabs,
  onPlot,
}: {
  actor: TripsActor
  tabs: ReactNode
  onPlot: (trip: Trip) => void
}) => {
  const { tripList } = useServices()
  const askForMore = useCallback(
    () => actor.send({ type: 'trips.scrolledToEnd', narrow: isNarrow() }),
    [actor],
  )
  return (
    <TripsPanel
      tabs={tabs}
      trips={useSyncExternalStore(tripList.subscribe, tripList.getSnapshot)}
      found={useSelector(actor, selectTripsFound)}
      cards={useSelector(actor, selectTripCards)}
      search={useSelector(actor, selectTripSearch)}
      isLoading={useSelector(actor, selectAreTripsLoading)}
      hasFailed={useSelector(actor, selectTripsFailure) !== null}
      onSearch={(text) => actor.send({ type: 'trips.searched', text })}
      onRetry={() => actor.send({ type: 'trips.retry' })}
      onEnd={askForMore}
      onPlot={onPlot}
    />
  )
}
