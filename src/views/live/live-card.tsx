import { Button } from '@mantine/core'
import { IconArrowLeft, IconCurrentLocation, IconShare, IconX } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useState, useSyncExternalStore } from 'react'
import { metresBetween } from '#domain/geo.ts'
import { currentSpeed } from '#domain/silence.ts'
import { isStanding } from '#domain/standing.ts'
import { shownStatus } from '#domain/status.ts'
import type { FleetActor } from '#src/machines/fleet/fleet.machine.ts'
import type { LivePoint, StreamState } from '#src/machines/fleet/fleet.ports.ts'
import { selectLive } from '#src/machines/fleet/fleet.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LIVE } from '#src/texts/en/live.ts'
import { LIVE_LINKS } from '#src/texts/en/live-share.ts'
import { STATUS_LABEL } from '#src/texts/en/measures.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton } from '../kit/buttons.tsx'
import { Address, Adl, CardFacts, Fact, Figure } from '../kit/facts.tsx'
import { formatDateTime, formatHeading, formatPosition, formatSecondsAgo } from '../kit/formats.ts'
import { useNow } from '../kit/hooks.ts'
import { formatPercent, odometerMeasure, speedMeasure } from '../kit/measures.ts'
import { Card, CardActions, CardHead } from '../kit/panel.tsx'
import { clockText, Plate, StatusIcon } from '../kit/vehicle.tsx'
import { useShare } from '../live-share/index.ts'
import classes from './live-card.module.css'

/** A place whose address was requested, and the time of its fix, ms since 1970 UTC. */
export type AddressLookup = { readonly place: readonly [lng: number, lat: number]; readonly time: number }

/** Distance in metres after which the address is requested again, for a driving and for a standing truck. */
const MIN_DISTANCE_M = { driving: 500, standing: 50 } as const
/** The shortest time between two requests, ms, to spare the geocoder. */
const MIN_INTERVAL_MS = 30_000

/** The place whose address is shown for a fix: the last requested one if it is near or recent enough, else the fix's own. */
export const nextAddressLookup = (lastLookup: AddressLookup | null, point: LivePoint): AddressLookup => {
  const place = [point.LONG, point.LAT] as const
  if (lastLookup !== null) {
    const limit = isStanding(point.speed ?? Number.NaN) ? MIN_DISTANCE_M.standing : MIN_DISTANCE_M.driving
    if (point.time - lastLookup.time < MIN_INTERVAL_MS || metresBetween(lastLookup.place, place) < limit)
      return lastLookup
  }
  return { place, time: point.time }
}

/** The address of a followed vehicle (MAP-16), requested again after some distance. */
export const LiveAddress = ({ point }: { point: LivePoint }) => {
  const [lookup, setLookup] = useState(() => nextAddressLookup(null, point))
  const next = nextAddressLookup(lookup, point)
  if (next !== lookup) setLookup(next)
  return <Address place={next.place} />
}

const streamLabel = (stream: StreamState): string => (stream === 'open' ? KIT.live : LIVE[stream])

const END_REASONS = ['finished', 'refused', 'gone', 'broken'] as const

/** Why a stream ended; a reason that has no text is the server's own. */
const endReasonText = (reason: string): string => {
  const known = END_REASONS.find((each) => each === reason)
  return known === undefined ? reason : LIVE[known]
}

/** The card of a vehicle followed live: the state of its stream, its figures, and whether the map follows it. */
export const LiveCard = ({
  registration,
  stream,
  reason,
  point,
  now,
  following,
  onBack,
  onClose,
  onFollow,
  onPlayback,
  onShare,
}: {
  registration: string
  stream: StreamState
  /** Why tracking has ended; null while it continues. */
  reason: string | null
  point: LivePoint | null
  /** ms since 1970 UTC. */
  now: number
  following: boolean
  onBack: () => void
  /** Ends the stream and clears the trail (LIV-06). */
  onClose: () => void
  onFollow: () => void
  onPlayback: () => void
  /** null where the user may not share. */
  onShare: (() => void) | null
}) => {
  const status = point === null ? null : shownStatus(point.status)
  const odometer = odometerMeasure(point?.odo)
  return (
    <Card name={LIVE.card}>
      <CardHead>
        <IconButton icon={IconArrowLeft} name={KIT.back} onPress={onBack} />
        <Plate registration={registration} />
        <span className={classes['close']}>
          {onShare === null ? null : (
            <IconButton icon={IconShare} name={LIVE_LINKS.share} quiet onPress={onShare} />
          )}
          <IconButton icon={IconX} name={KIT.close} quiet onPress={onClose} />
        </span>
      </CardHead>
      <div className={classes['state']}>
        <span className={classes['signal']} data-state={stream} aria-hidden="true" />
        <span role="status">
          {streamLabel(stream)}
          {reason === null ? null : `. ${endReasonText(reason)}`}
        </span>
        {point === null ? null : ` · ${formatSecondsAgo(now - point.time)}`}
      </div>
      {point === null || status === null ? (
        stream === 'ended' ? null : (
          <p>{LIVE.waiting}</p>
        )
      ) : (
        <>
          <div className={classes['speed']}>
            <Figure measure={speedMeasure(currentSpeed(point.speed, point.time, now))} />
            <span className={classes['status']}>
              <StatusIcon status={status} late={stream !== 'open'} />
              {STATUS_LABEL[status]}
            </span>
          </div>
          {clockText(point.clockAheadS) === null ? null : (
            <p className={classes['clock']}>{clockText(point.clockAheadS)}</p>
          )}
          <CardFacts>
            <Fact name={LIVE.heading} value={formatHeading(point.heading)} />
            <Fact name={LIVE.odometer} value={odometer.figure} unit={odometer.unit} />
            <Fact name={LIVE.fuel} value={formatPercent(point.fuelPercent)} unit="%" />
            <Fact name={<Adl />} value={formatPercent(point.adbluePercent)} unit="%" />
            <Fact name={LIVE.lastFix} value={formatDateTime(point.time)} wide />
            <Fact name={LIVE.address} value={<LiveAddress key={point.vehicleId} point={point} />} wide />
            <Fact name={LIVE.position} value={formatPosition(point.LONG, point.LAT)} wide />
          </CardFacts>
        </>
      )}
      <CardActions>
        {following || point === null ? null : (
          <Button
            leftSection={<IconCurrentLocation size={18} stroke={1.75} aria-hidden />}
            onClick={onFollow}
          >
            {KIT.follow}
          </Button>
        )}
        <Button variant="default" onClick={onPlayback}>
          {KIT.playback}
        </Button>
      </CardActions>
    </Card>
  )
}

/** The live card, connected to the fleet machine. */
export const ConnectedLive = ({ fleet }: { fleet: FleetActor }) => {
  const { director, fleetStore, serverNow } = useServices()
  const live = useSelector(fleet, selectLive)
  const following = useSyncExternalStore(director.following.subscribe, director.following.getSnapshot)
  const now = useNow()
  const share = useShare(fleet)
  if (live === null) return null
  const { vehicleId, lastPoint, stream, reason } = live
  return (
    <LiveCard
      registration={lastPoint?.RegNo ?? fleetStore.record(vehicleId)?.registrationId ?? ''}
      stream={stream}
      reason={reason}
      point={lastPoint}
      now={now}
      following={following}
      onBack={() => fleet.send({ type: 'back.pressed' })}
      onClose={() => fleet.send({ type: 'live.closed' })}
      onFollow={() => director.follow(true)}
      onPlayback={() => fleet.send({ type: 'playback.opened', vehicleId, now: serverNow() })}
      onShare={share && (() => share({ kind: 'vehicles', vehicleIds: [vehicleId] }))}
    />
  )
}
