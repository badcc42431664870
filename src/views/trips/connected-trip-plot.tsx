import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { tripPlotMachine } from '#src/machines/trip-plot/trip-plot.machine.ts'
import {
  selectIsPlotLoading,
  selectPlot,
  selectPlotFailure,
  selectPlotHasNoData,
  selectPlotVehicleId,
} from '#src/machines/trip-plot/trip-plot.selectors.ts'
import type { FleetActor } from '../fleet/connected-list.tsx'
import { useServices } from '../kit/app-context.tsx'
import { NoData } from '../playback/no-data.tsx'
import { TripPlotCard } from './trip-plot-card.tsx'

export type TripPlotActor = ActorRefFrom<typeof tripPlotMachine>

/** The card of the plotted trip, and the popup of one without points (PLT-02). */
export const ConnectedTripPlot = ({ fleet, actor }: { fleet: FleetActor; actor: TripPlotActor }) => {
  const { fleetStore, serverNow } = useServices()
  const vehicleId = useSelector(actor, selectPlotVehicleId)
  const plot = useSelector(actor, selectPlot)
  return (
    <>
      <TripPlotCard
        registration={plot?.trip?.truck ?? fleetStore.record(vehicleId)?.registrationId ?? ''}
        plot={plot}
        isLoading={useSelector(actor, selectIsPlotLoading)}
        hasFailed={useSelector(actor, selectPlotFailure) !== null}
        onRetry={() => actor.send({ type: 'tripPlot.retry' })}
        onBack={() => fleet.send({ type: 'back.pressed' })}
        onLive={() => fleet.send({ type: 'live.opened', vehicleId })}
        onPlayback={() => fleet.send({ type: 'playback.opened', vehicleId, now: serverNow() })}
      />
      <NoData
        opened={useSelector(actor, selectPlotHasNoData)}
        lastAt={null}
        onOk={() => actor.send({ type: 'tripPlot.noDataAcknowledged' })}
        onShowLast={() => {}}
      />
    </>
  )
}
