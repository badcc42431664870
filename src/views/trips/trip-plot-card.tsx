import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import type { PlotSummary } from '#src/services/plots/plot.ts'
import { CardFacts, Fact } from '../kit/card-facts.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { formatDateTime, formatDuration, formatKms } from '../kit/formats.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { Plate } from '../kit/plate.tsx'
import { RetryButton } from '../kit/retry-button.tsx'
import { takeFocus } from '../kit/take-focus.ts'
import { Punctuality } from './punctuality.tsx'
import classes from './trip-plot-card.module.css'
import { TripProgress } from './trip-progress.tsx'
import { TRIP_PLOT, TRIPS } from './trips.text.ts'

const timeOf = (at: number | null) => (at === null ? null : formatDateTime(at))

/** What the lines and marks on the map mean. */
const Legend = ({ showsAhead }: { showsAhead: boolean }) => (
  <ul className={classes['legend']} aria-label={TRIP_PLOT.lines}>
    <li>
      <span className={classes['startMark']} aria-hidden="true" /> {TRIP_PLOT.startMark}
    </li>
    <li>
      <span className={classes['endMark']} aria-hidden="true" /> {TRIP_PLOT.endMark}
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
        <h2>{trip === null ? TRIP_PLOT.dayOf : TRIPS.way(trip.fromCity, trip.toCity)}</h2>
        {trip === null ? null : <Punctuality trip={trip} />}
      </div>
      {isRunning && trip.progressPercent !== null ? <TripProgress percent={trip.progressPercent} /> : null}
      <CardFacts>
        <Fact name={TRIP_PLOT.start} value={trip?.actualStartDate ?? timeOf(startsAt)} />
        {isOver ? (
          <Fact name={TRIP_PLOT.end} value={trip.actualEndDate ?? timeOf(endsAt)} />
        ) : (
          <Fact name={TRIP_PLOT.lastPosition} value={timeOf(endsAt)} />
        )}
        <Fact name={TRIP_PLOT.distance} value={distanceKm === null ? null : formatKms(distanceKm)} />
        <Fact
          name={TRIP_PLOT.duration}
          value={startsAt === null || endsAt === null ? null : formatDuration(endsAt - startsAt)}
        />
        {trip === null ? null : (
          <>
            {isRunning ? <Fact name={TRIP_PLOT.eta} value={trip.eta} /> : null}
            <Fact name={TRIP_PLOT.planned} value={trip.scheduledEndDate} />
            {trip.driver === null ? null : <Fact name={TRIP_PLOT.driver} value={trip.driver} />}
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
  hasFailed,
  onRetry,
}: {
  plot: PlotSummary | null
  isLoading: boolean
  hasFailed: boolean
  onRetry: () => void
}) => {
  if (hasFailed)
    return (
      <div role="alert">
        <EmptyState icon={IconAlertTriangle} title={TRIP_PLOT.failed} text={TRIP_PLOT.failedText}>
          <RetryButton onRetry={onRetry}>{TRIP_PLOT.retry}</RetryButton>
        </EmptyState>
      </div>
    )
  if (isLoading || plot === null)
    return (
      <p className={classes['loading']} role="status">
        {TRIP_PLOT.loading}
      </p>
    )
  return plot.points === 0 ? null : <Facts plot={plot} />
}

/** A plotted trip: where from, where to, how far and how long (PLT-01). */
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
  hasFailed: boolean
  onRetry: () => void
  onBack: () => void
  onLive: () => void
  onPlayback: () => void
}) => (
  <section ref={takeFocus} tabIndex={-1} className={classes['card']} aria-label={TRIP_PLOT.card}>
    <div className={classes['head']}>
      <IconButton icon={IconArrowLeft} name={TRIP_PLOT.back} onPress={onBack} />
      {registration === '' ? null : <Plate registration={registration} />}
    </div>
    <Body {...body} />
    <div className={classes['actions']}>
      <Button onClick={onLive}>{TRIP_PLOT.live}</Button>
      <Button variant="default" onClick={onPlayback}>
        {TRIP_PLOT.playback}
      </Button>
    </div>
  </section>
)
