import { UnstyledButton } from '@mantine/core'
import { IconParking } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { AlertMarker } from '#contract/calls/playback.ts'
import { POPUP_WIDTH } from '#contract/constants.ts'
import { alertInitials } from '#domain/alerts.ts'
import { eventCodes } from '#domain/fix.ts'
import type { RouteMarker } from '#src/machines/playback/playback.events.ts'
import type { PlaybackActor } from '#src/machines/playback/playback.machine.ts'
import { selectIndex, selectIsPlaying, selectRouteMarker } from '#src/machines/playback/playback.selectors.ts'
import type { Track } from '#src/services/playback/track.ts'
import { alertText } from '#src/texts/en/events.ts'
import { PLAYBACK } from '#src/texts/en/playback.ts'
import { useServices } from '../kit/app-context.tsx'
import { Address, Adl } from '../kit/facts.tsx'
import { formatDateTime, formatDurationWords } from '../kit/formats.ts'
import { MapPopup } from '../kit/map-overlay.tsx'
import popup from '../kit/map-popup.module.css'
import { formatMeasure, formatPercent, markerSpeedMeasure, odometerMeasure } from '../kit/measures.ts'
import { alertDescription } from './alert-description.ts'
import classes from './playback-popups.module.css'
import { Badge, type BadgeKind } from './route-event-list.tsx'
import { eventLines, nameWithSpeed, stopText, trackStops } from './route-events.ts'
import { useTrack } from './use-track.ts'

/**
 * The popup of the playback marker: figures and events of its point (PLB-05, PLB-43). Folded, it shows only speed and events,
 * so that it covers less of the route; screen readers still read all figures.
 */
export const PointFigures = ({
  track,
  index,
  onUnfold,
}: {
  track: Track
  index: number
  /** Shows all figures; null if they are shown already. */
  onUnfold: (() => void) | null
}) => {
  const odometer = odometerMeasure(track.odo[index])
  const speed = markerSpeedMeasure(track.speed[index])
  return (
    <section
      tabIndex={-1}
      className={`${popup['popup']} ${classes['popup']}`}
      data-folded={onUnfold === null ? undefined : true}
      aria-label={PLAYBACK.marker}
    >
      <div className={classes['time']}>{formatDateTime(track.time[index] ?? 0)}</div>
      <div className={classes['row']}>
        <span className={classes['more']}>
          <b>{odometer.figure}</b> {odometer.unit}
        </span>
        <span>
          <b>{speed.figure}</b> {speed.unit}
        </span>
      </div>
      <div className={`${classes['row']} ${classes['more']}`}>
        <span>
          <Adl /> <b>{formatPercent(track.adblue[index])}</b> %
        </span>
        <span>
          {PLAYBACK.fuel} <b>{formatPercent(track.fuel[index])}</b> %
        </span>
      </div>
      {eventLines(track, index).map((line) => (
        <div key={line} className={classes['line']}>
          {line}
        </div>
      ))}
      {onUnfold === null ? null : (
        <UnstyledButton
          className={classes['unfold']}
          aria-label={PLAYBACK.allFigures}
          aria-expanded={false}
          onClick={onUnfold}
        />
      )}
    </section>
  )
}

/** The layout of the popups below: a badge and a title, then facts. Announces its content without taking the focus. */
const RouteMarkerPopup = ({
  kind,
  name,
  badge,
  title,
  facts,
  place,
}: {
  kind: BadgeKind
  name: string
  badge: ReactNode
  title: string
  facts: readonly (readonly [string, string])[]
  place: readonly [lng: number, lat: number]
}) => (
  <section
    className={`${popup['popup']} ${classes['routeMarkerPopup']}`}
    aria-label={name}
    aria-live="polite"
  >
    <div className={classes['title']}>
      <Badge kind={kind}>{badge}</Badge>
      {title}
    </div>
    <dl className={`${popup['facts']} ${classes['facts']}`}>
      {facts.map(([fact, value]) => (
        <div key={fact} style={{ display: 'contents' }}>
          <dt>{fact}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <dt>{PLAYBACK.address}</dt>
      <dd>
        <Address place={place} />
      </dd>
    </dl>
  </section>
)

const positionAt = ({ lng, lat }: Track, index: number) => [lng[index] ?? 0, lat[index] ?? 0] as const

/** The popup of an event (MAP-17). */
export const EventPopup = ({ track, index }: { track: Track; index: number }) => (
  <RouteMarkerPopup
    kind="event"
    name={PLAYBACK.event}
    badge={eventCodes(track.events[index] ?? 0)[0]}
    title={eventLines(track, index).join(', ')}
    facts={[
      [PLAYBACK.time, formatDateTime(track.time[index] ?? 0)],
      [PLAYBACK.eventSpeed, formatMeasure(markerSpeedMeasure(track.speed[index]))],
    ]}
    place={positionAt(track, index)}
  />
)

/** The popup of a stop (PLB-33). */
export const StopPopup = ({ track, index }: { track: Track; index: number }) => {
  const stop = trackStops(track).find((each) => each.index === index)
  if (stop === undefined) return null
  const { time, lastsMs } = stop
  return (
    <RouteMarkerPopup
      kind="stop"
      name={PLAYBACK.stop}
      badge={<IconParking size={18} stroke={1.75} aria-hidden />}
      title={`${stopText(stop)} ${PLAYBACK.lasts({ duration: formatDurationWords(lastsMs) })}`}
      facts={[
        [PLAYBACK.time, formatDateTime(time)],
        [PLAYBACK.until, formatDateTime(time + lastsMs)],
      ]}
      place={positionAt(track, index)}
    />
  )
}

/** The popup of an alert: name, description, time and address (PLB-06, PLT-06, PLT-08). */
export const AlertPopup = ({ alert }: { alert: AlertMarker }) => {
  const description = alertDescription(alert)
  return (
    <RouteMarkerPopup
      kind="alert"
      name={PLAYBACK.alert}
      badge={alertInitials(alert.label)}
      title={nameWithSpeed(alertText(alert.label, alert.alertName), alert.speedVal ?? null)}
      facts={[
        ...(description === '' ? [] : [[PLAYBACK.description, description] as const]),
        [PLAYBACK.time, formatDateTime(alert.time)],
      ]}
      place={[alert.longitude, alert.latitude]}
    />
  )
}

const VehicleMarkerPopup = ({ playback, track }: { playback: PlaybackActor; track: Track }) => {
  const { map } = useServices()
  const index = useSelector(playback, selectIndex)
  const isMarkerOpen = useSelector(playback, selectRouteMarker) !== null
  const [isClosed, setClosed] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = useSelector(playback, selectIsPlaying) && !isUnfolded
  const close = useCallback(() => setClosed(true), [])
  const unfold = useCallback(() => setUnfolded(true), [])
  if (isClosed || isMarkerOpen) return null
  return (
    <MapPopup
      map={map}
      anchor="playback"
      width={isFolded ? POPUP_WIDTH.chip : POPUP_WIDTH.narrow}
      onClose={close}
    >
      <PointFigures track={track} index={index} onUnfold={isFolded ? unfold : null} />
    </MapPopup>
  )
}

const OpenRouteMarker = ({
  playback,
  track,
  routeMarker,
}: {
  playback: PlaybackActor
  track: Track
  routeMarker: RouteMarker
}) => {
  const { map, tracks } = useServices()
  const { index } = routeMarker
  const alert = routeMarker.kind === 'alert' ? tracks.alertsOf(track.id)[routeMarker.alert] : undefined
  const lng = alert?.longitude ?? track.lng[index] ?? 0
  const lat = alert?.latitude ?? track.lat[index] ?? 0
  const anchor = useMemo(() => [lng, lat] as const, [lng, lat])
  const close = useCallback(() => playback.send({ type: 'playback.markerClosed' }), [playback])
  const width = routeMarker.kind === 'alert' ? POPUP_WIDTH.wide : POPUP_WIDTH.narrow
  return (
    <MapPopup map={map} anchor={anchor} width={width} onClose={close}>
      {routeMarker.kind === 'event' ? <EventPopup track={track} index={index} /> : null}
      {routeMarker.kind === 'stop' ? <StopPopup track={track} index={index} /> : null}
      {alert === undefined ? null : <AlertPopup alert={alert} />}
    </MapPopup>
  )
}

/**
 * The popup of the pressed route marker, else that of the playback marker. The latter is folded while the playback runs,
 * unless the user unfolds it; once closed, it returns with the next route.
 */
export const PlaybackPopups = ({ playback }: { playback: PlaybackActor }) => {
  const track = useTrack(playback)
  const routeMarker = useSelector(playback, selectRouteMarker)
  if (track === undefined) return null
  return (
    <>
      <VehicleMarkerPopup key={track.id} playback={playback} track={track} />
      {routeMarker === null ? null : (
        <OpenRouteMarker playback={playback} track={track} routeMarker={routeMarker} />
      )}
    </>
  )
}
