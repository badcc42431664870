import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRoute, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { Trip } from '#contract/records/trip.ts'
import type { TripsSummary } from '#src/machines/trips/trips.logic.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { RetryButton } from '../kit/retry-button.tsx'
import { RetryNote } from '../kit/retry-note.tsx'
import { SearchField } from '../kit/search-field.tsx'
import { takeFocus } from '../kit/take-focus.ts'
import { whenSeen } from '../kit/when-seen.ts'
import { TripCard } from './trip-card.tsx'
import { TRIPS } from './trips.text.ts'
import classes from './trips-panel.module.css'

type Words = {
  readonly search: string
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly found: TripsSummary | null
  readonly onSearch: (text: string) => void
  readonly onRetry: () => void
}

/** Why there are no cards, and what to do next. */
const Nothing = ({ search, isLoading, hasFailed, onSearch, onRetry }: Words) => {
  if (hasFailed && !isLoading)
    return (
      <div className={classes['state']} role="alert">
        <EmptyState icon={IconAlertTriangle} title={TRIPS.failed} text={TRIPS.failedText}>
          <RetryButton onRetry={onRetry}>{TRIPS.retry}</RetryButton>
        </EmptyState>
      </div>
    )
  if (isLoading)
    return (
      <div className={classes['state']} role="status">
        {TRIPS.loading}
      </div>
    )
  return (
    <div className={classes['state']}>
      {search.trim() === '' ? (
        <EmptyState icon={IconRoute} title={TRIPS.none} text={TRIPS.noneText} />
      ) : (
        <EmptyState icon={IconSearch} title={TRIPS.noMatch(search)} text={TRIPS.noMatchText}>
          <Button variant="default" onClick={() => onSearch('')}>
            {TRIPS.clearSearch}
          </Button>
        </EmptyState>
      )}
    </div>
  )
}

/** The second tab of the fleet map: the running trips (OPEN-22). */
export const TripsPanel = ({
  tabs,
  trips,
  cards,
  onPlot,
  onEnd,
  ...words
}: Words & {
  /** The way to the other tab. */
  tabs: ReactNode
  trips: readonly Trip[]
  /** How many cards show at most (MAP-13). */
  cards: number
  onPlot: (trip: Trip) => void
  onEnd: () => void
}) => {
  const { search, isLoading, found, onSearch } = words
  // What is loaded may still be what the support view looked at before.
  const count = found === null ? 0 : Math.min(cards, trips.length)
  const end = useMemo(() => whenSeen(onEnd), [onEnd])
  const isCut = found !== null && found.total > found.shown
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      className={classes['panel']}
      aria-label={TRIPS.panel}
      aria-busy={isLoading}
    >
      <div className={classes['head']}>
        {tabs}
        <span className={classes['total']} role="status">
          {found === null ? null : TRIPS.total(found.total)}
        </span>
      </div>
      <div className={classes['tools']}>
        <SearchField name={TRIPS.search} clear={TRIPS.clearSearch} value={search} onSearch={onSearch} />
      </div>
      {count === 0 ? (
        <Nothing {...words} />
      ) : (
        <div className={classes['scroll']}>
          {words.hasFailed ? (
            <RetryNote text={TRIPS.failed} retry={TRIPS.retry} onRetry={words.onRetry} />
          ) : null}
          <ul className={classes['list']} aria-label={TRIPS.list}>
            {trips.slice(0, count).map((trip) => (
              <li key={trip.tripId}>
                <TripCard trip={trip} onPlot={() => onPlot(trip)} />
              </li>
            ))}
          </ul>
          {count < trips.length ? <div key={count} className={classes['end']} ref={end} /> : null}
          {count === trips.length && isCut ? (
            <p className={classes['note']}>{TRIPS.first(found.shown, found.total)}</p>
          ) : null}
        </div>
      )}
    </section>
  )
}
