import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import type { Failure } from '#src/machines/kit/failure.ts'
import type { tripPlotMachine } from '#src/machines/trips/trip-plot.machine.ts'
import {
  selectIsPlotLoading,
  selectPlot,
  selectPlotFailure,
  selectPlotHasNoData,
  selectPlotVehicleId,
} from '#src/machines/trips/trip-plot.selectors.ts'
import type { PlotSummary } from '#src/machines/trips/trips.ports.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { TRIP_PLOT, TRIPS } from '#src/texts/en/trips.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton, RetryButton } from '../kit/buttons.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { CardFacts, Fact } from '../kit/facts.tsx'
import { NotUpdated } from '../kit/failure-note.tsx'
import { formatDateTime, formatDuration, formatShownTime } from '../kit/formats.ts'
import { formatDistance } from '../kit/measures.ts'
import { NoData } from '../kit/no-data.tsx'
import { Card, CardActions, CardHead } from '../kit/panel.tsx'
import { etaText } from '../kit/trip-schedule.ts'
import { Plate } from '../kit/vehicle.tsx'
import classes from './trip-plot-card.module.css'
import { Punctuality, TripProgress } from './trip-status.tsx'

const shownTime = (text: string | null | undefined) => (text ? formatShownTime(text) : null)
const timeOf = (at: number | null) => (at === null ? null : formatDateTime(at))

/** Explains the lines and markers on the map. */
const Legend = ({ showsAhead }: { showsAhead: boolean }) => (
  <ul className={classes['legend']} aria-label={TRIP_PLOT.lines}>
    <li>
      <span className={classes['startMarker']} aria-hidden="true" /> {TRIP_PLOT.startMarker}
    </li>
    <li>
      <span className={classes['endMarker']} aria-hidden="true" /> {TRIP_PLOT.endMarker}
    </li>
    <li>
      <span className={classes['driven']} aria-hidden="true" /> {TRIP_PLOT.driven}
    </li>
    {showsAhead ? (
      <li>
        <span className={classes['ahead']} aria-hidden="true" /> {TRIP_PLOT.ahead}
      </li>
    ) : null}
  </ul>
)

const Facts = ({ plot: { trip, startsAt, endsAt, distanceKm } }: { plot: PlotSummary }) => {
  const isRunning = trip?.status === 'RUNNING'
  const isOver = trip !== null && !isRunning
  return (
    <>
      <div className={classes['title']}>
        <h2>{trip === null ? TRIP_PLOT.dayOf : TRIPS.route({ from: trip.fromCity, to: trip.toCity })}</h2>
        {trip === null ? null : <Punctuality trip={trip} />}
      </div>
      {isRunning && trip.progressPercent !== null ? <TripProgress percent={trip.progressPercent} /> : null}
      <CardFacts>
        <Fact name={TRIP_PLOT.start} value={shownTime(trip?.actualStartDate) ?? timeOf(startsAt)} />
        {isOver ? (
          <Fact name={TRIP_PLOT.end} value={shownTime(trip.actualEndDate) ?? timeOf(endsAt)} />
        ) : (
          <Fact name={TRIP_PLOT.lastPosition} value={timeOf(endsAt)} />
        )}
        <Fact name={TRIP_PLOT.distance} value={distanceKm === null ? null : formatDistance(distanceKm)} />
        <Fact
          name={TRIP_PLOT.duration}
          value={startsAt === null || endsAt === null ? null : formatDuration(endsAt - startsAt)}
        />
        {trip === null ? null : (
          <>
            {isRunning ? <Fact name={TRIP_PLOT.eta} value={etaText(trip)} /> : null}
            <Fact name={TRIP_PLOT.planned} value={formatShownTime(trip.scheduledEndDate)} />
            {trip.driver === null ? null : (
              <Fact name={TRIP_PLOT.driver} value={<span translate="no">{trip.driver}</span>} />
            )}
          </>
        )}
      </CardFacts>
      <Legend showsAhead={isRunning && trip.toPlace !== null} />
    </>
  )
}

const Body = ({
  plot,
  isLoading,
  failure,
  onRetry,
}: {
  plot: PlotSummary | null
  isLoading: boolean
  failure: Failure | null
  onRetry: () => void
}) => {
  if (failure !== null && plot === null)
    return (
      <div role="alert">
        <EmptyState icon={IconAlertTriangle} title={TRIP_PLOT.failed} text={KIT.checkConnection}>
          <RetryButton onRetry={onRetry}>{KIT.retry}</RetryButton>
        </EmptyState>
      </div>
    )
  if (isLoading || plot === null)
    return (
      <p className={classes['loading']} role="status">
        {TRIP_PLOT.loading}
      </p>
    )
  return plot.points === 0 ? null : (
    <>
      <NotUpdated failure={failure} />
      <Facts plot={plot} />
    </>
  )
}

/** The card of a plotted trip: places, distance and duration (PLT-01). */
export const TripPlotCard = ({
  registration,
  onBack,
  onLive,
  onPlayback,
  ...body
}: {
  registration: string
  plot: PlotSummary | null
  isLoading: boolean
  failure: Failure | null
  onRetry: () => void
  onBack: () => void
  onLive: () => void
  onPlayback: () => void
}) => (
  <Card name={TRIP_PLOT.card} className={classes['card']}>
    <CardHead>
      <IconButton icon={IconArrowLeft} name={KIT.back} onPress={onBack} />
      {registration === '' ? null : <Plate registration={registration} />}
    </CardHead>
    <Body {...body} />
    <CardActions>
      <Button onClick={onLive}>{KIT.live}</Button>
      <Button variant="default" onClick={onPlayback}>
        {KIT.playback}
      </Button>
    </CardActions>
  </Card>
)

/** The running machine, to read and send to. */
export type TripPlotActor = ActorRefFrom<typeof tripPlotMachine>

/** The trip plot's card, and the popup of a trip without points (PLT-02). */
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
        failure={useSelector(actor, selectPlotFailure)}
        onRetry={() => actor.send({ type: 'tripPlot.retry' })}
        onBack={() => fleet.send({ type: 'back.pressed' })}
        onLive={() => fleet.send({ type: 'live.opened', vehicleId })}
        onPlayback={() => fleet.send({ type: 'playback.opened', vehicleId, now: serverNow() })}
      />
      <NoData
        opened={useSelector(actor, selectPlotHasNoData)}
        onOk={() => actor.send({ type: 'tripPlot.noDataAcknowledged' })}
      />
    </>
  )
}
