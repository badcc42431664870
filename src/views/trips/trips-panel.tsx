import { Button, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconRoute, IconSearch, IconShare } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Trip } from '#contract/records/trips.ts'
import { PUNCTUALITY, type Punctuality as PunctualityName } from '#domain/trips.ts'
import type { tripsMachine } from '#src/machines/trips/trips.machine.ts'
import type { TripsSummary } from '#src/machines/trips/trips.ports.ts'
import {
  selectAreTripsLoading,
  selectTripCards,
  selectTripPunctuality,
  selectTripSearch,
  selectTripsFailure,
  selectTripsFound,
} from '#src/machines/trips/trips.selectors.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LIVE_LINKS } from '#src/texts/en/live-share.ts'
import { TRIPS } from '#src/texts/en/trips.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton, RetryButton } from '../kit/buttons.tsx'
import { EmptyState, RetryNote } from '../kit/empty-state.tsx'
import { takeFocus } from '../kit/hooks.ts'
import { isNarrow, ROW_BUTTON, SCROLL, SearchField, whenVisible } from '../kit/lists.tsx'
import { NOT_KNOWN } from '../kit/measures.ts'
import { Panel, PanelHead, PanelState, PanelTotal } from '../kit/panel.tsx'
import { etaText } from '../kit/trip-schedule.ts'
import { Plate } from '../kit/vehicle.tsx'
import { Punctuality, TripProgress } from './trip-status.tsx'
import classes from './trips-panel.module.css'

/** The two tabs of the fleet map by the names of their panels (MAP-03). */
export type FleetTab = 'fmt' | 'trips'

const tabs = (): readonly (readonly [FleetTab, string])[] => [
  ['fmt', FLEET.tab],
  ['trips', TRIPS.tripsTab],
]
const KEYS: Readonly<Record<string, FleetTab>> = {
  ArrowLeft: 'fmt',
  Home: 'fmt',
  ArrowRight: 'trips',
  End: 'trips',
}

/** The tabs of the fleet and of its running trips; arrow keys switch between them. */
export const PanelTabs = ({
  tab,
  takesFocus,
  onTab,
}: {
  tab: FleetTab
  /** Whether the open tab takes the focus that the replaced panel's tabs had. */
  takesFocus: boolean
  onTab: (tab: FleetTab) => void
}) => {
  const moveBy = (event: KeyboardEvent) => {
    const next = KEYS[event.key]
    if (next === undefined) return
    event.preventDefault()
    if (next !== tab) onTab(next)
  }
  return (
    <>
      <VisuallyHidden>
        <h1>{tab === 'fmt' ? FLEET.tab : TRIPS.tripsTab}</h1>
      </VisuallyHidden>
      <div className={classes['tabs']} role="tablist" aria-label={TRIPS.tabs} onKeyDown={moveBy}>
        {tabs().map(([name, label]) => (
          <button
            key={name}
            type="button"
            role="tab"
            className={classes['tab']}
            aria-selected={tab === name}
            tabIndex={tab === name ? 0 : -1}
            ref={takesFocus && tab === name ? takeFocus : undefined}
            onClick={() => onTab(name)}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  )
}

/** A running trip; pressing it plots it. */
export const TripCard = ({ trip, onPlot }: { trip: Trip; onPlot: () => void }) => (
  <button type="button" className={`${ROW_BUTTON} ${classes['card']}`} onClick={onPlot}>
    <Plate registration={trip.truck} />
    <span className={classes['schedule']}>
      <Punctuality trip={trip} />
    </span>
    <span className={classes['route']} aria-hidden="true">
      {TRIPS.route({ from: trip.fromCity, to: trip.toCity })}
    </span>
    <VisuallyHidden>{TRIPS.routeSpoken({ from: trip.fromCity, to: trip.toCity })}</VisuallyHidden>
    <span className={classes['ahead']} data-silent={trip.silentSince === null ? undefined : true}>
      <span>
        {trip.progressPercent === null ? NOT_KNOWN : <TripProgress percent={trip.progressPercent} />}
      </span>
      <span className={classes['eta']}>
        {TRIPS.eta} {etaText(trip) ?? NOT_KNOWN}
      </span>
    </span>
  </button>
)

type TripsState = {
  readonly search: string
  readonly punctuality: PunctualityName | null
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly found: TripsSummary | null
  readonly onSearch: (text: string) => void
  readonly onPunctuality: (punctuality: PunctualityName | null) => void
  readonly onRetry: () => void
}

/** Explains why there are no cards and offers the next step. */
const Nothing = ({
  search,
  punctuality,
  isLoading,
  hasFailed,
  onSearch,
  onPunctuality,
  onRetry,
}: TripsState) => {
  if (hasFailed && !isLoading)
    return (
      <PanelState role="alert">
        <EmptyState icon={IconAlertTriangle} title={TRIPS.failed} text={KIT.checkConnection}>
          <RetryButton onRetry={onRetry}>{KIT.retry}</RetryButton>
        </EmptyState>
      </PanelState>
    )
  if (isLoading) return <PanelState role="status">{TRIPS.loading}</PanelState>
  if (punctuality !== null && search.trim() === '')
    return (
      <PanelState>
        <EmptyState icon={IconRoute} title={TRIPS.noneSuch({ punctuality })} text={TRIPS.noneSuchText}>
          <Button variant="default" onClick={() => onPunctuality(null)}>
            {TRIPS.all}
          </Button>
        </EmptyState>
      </PanelState>
    )
  return (
    <PanelState>
      {search.trim() === '' ? (
        <EmptyState icon={IconRoute} title={TRIPS.none} text={TRIPS.noneText} />
      ) : (
        <EmptyState icon={IconSearch} title={TRIPS.noMatch({ text: search })} text={TRIPS.noMatchText}>
          <Button variant="default" onClick={() => onSearch('')}>
            {KIT.clearSearch}
          </Button>
        </EmptyState>
      )}
    </PanelState>
  )
}

/** All trips, or those of one punctuality, the delayed ones before the others. */
const PunctualityChoice = ({
  value,
  onChoose,
}: {
  value: PunctualityName | null
  onChoose: (punctuality: PunctualityName | null) => void
}) => (
  <SegmentedControl
    size="xs"
    fullWidth
    aria-label={TRIPS.show}
    value={value ?? 'all'}
    data={[
      { value: 'all', label: TRIPS.all },
      ...PUNCTUALITY.toReversed().map((each) => ({ value: each, label: TRIPS.punctuality[each] })),
    ]}
    onChange={(chosen) => onChoose(PUNCTUALITY.find((each) => each === chosen) ?? null)}
  />
)

/** The second tab of the fleet map: the running trips (OPEN-22), the most delayed first. */
export const TripsPanel = ({
  tabs,
  trips,
  cards,
  onPlot,
  onShare,
  onLinks,
  onEnd,
  ...state
}: TripsState & {
  tabs: ReactNode
  trips: readonly Trip[]
  /** How many cards show at most (MAP-13). */
  cards: number
  onPlot: (trip: Trip) => void
  /** Shares a running trip (TRP-13); null where the user may not. */
  onShare: ((trip: Trip) => void) | null
  /** Opens the list of live links. */
  onLinks: () => void
  onEnd: () => void
}) => {
  const { search, punctuality, isLoading, found, onSearch, onPunctuality } = state
  // The loaded trips may still belong to the previous support view.
  const count = found === null ? 0 : Math.min(cards, trips.length)
  const end = useMemo(() => whenVisible(onEnd), [onEnd])
  const isCut = found !== null && found.total > found.shown
  return (
    <Panel name={TRIPS.panel} isBusy={isLoading}>
      <PanelHead padding="0 12px 0 4px">
        {tabs}
        <PanelTotal className={classes['total']}>
          {found === null ? null : TRIPS.total({ count: found.total })}
        </PanelTotal>
        <IconButton icon={IconShare} name={LIVE_LINKS.open} quiet onPress={onLinks} />
      </PanelHead>
      <div className={classes['tools']}>
        <SearchField name={TRIPS.search} clear={KIT.clearSearch} value={search} onSearch={onSearch} />
        <PunctualityChoice value={punctuality} onChoose={onPunctuality} />
      </div>
      {count === 0 ? (
        <Nothing {...state} />
      ) : (
        <div className={SCROLL}>
          {state.hasFailed ? (
            <RetryNote text={TRIPS.failed} retry={KIT.retry} onRetry={state.onRetry} />
          ) : null}
          <ul className={classes['list']} aria-label={TRIPS.list}>
            {trips.slice(0, count).map((trip) => (
              <li key={trip.tripId} className={classes['trip']}>
                <TripCard trip={trip} onPlot={() => onPlot(trip)} />
                {onShare === null ? null : (
                  <IconButton
                    icon={IconShare}
                    name={LIVE_LINKS.shareTrip({ registration: trip.truck })}
                    quiet
                    onPress={() => onShare(trip)}
                  />
                )}
              </li>
            ))}
          </ul>
          {count < trips.length ? <div key={count} className={classes['end']} ref={end} /> : null}
          {count === trips.length && isCut ? (
            <p className={classes['note']}>{TRIPS.first({ shown: found.shown, total: found.total })}</p>
          ) : null}
        </div>
      )}
    </Panel>
  )
}

/** The running machine, to read and send to. */
export type TripsActor = ActorRefFrom<typeof tripsMachine>

/** The trips panel, connected to its machine. */
export const ConnectedTrips = ({
  actor,
  tabs,
  onPlot,
  onShare,
  onLinks,
}: {
  actor: TripsActor
  tabs: ReactNode
  onPlot: (trip: Trip) => void
  onShare: ((trip: Trip) => void) | null
  onLinks: () => void
}) => {
  const { tripList } = useServices()
  const loadMore = useCallback(() => actor.send({ type: 'trips.scrolledToEnd', narrow: isNarrow() }), [actor])
  return (
    <TripsPanel
      tabs={tabs}
      trips={useSyncExternalStore(tripList.subscribe, tripList.getSnapshot)}
      found={useSelector(actor, selectTripsFound)}
      cards={useSelector(actor, selectTripCards)}
      search={useSelector(actor, selectTripSearch)}
      punctuality={useSelector(actor, selectTripPunctuality)}
      isLoading={useSelector(actor, selectAreTripsLoading)}
      hasFailed={useSelector(actor, selectTripsFailure) !== null}
      onSearch={(text) => actor.send({ type: 'trips.searched', text })}
      onPunctuality={(punctuality) => actor.send({ type: 'trips.punctualityChosen', punctuality })}
      onRetry={() => actor.send({ type: 'trips.retry' })}
      onEnd={loadMore}
      onPlot={onPlot}
      onShare={onShare}
      onLinks={onLinks}
    />
  )
}
