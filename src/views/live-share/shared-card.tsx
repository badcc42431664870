import { Button } from '@mantine/core'
import { IconCurrentLocation, IconX } from '@tabler/icons-react'
import { currentSpeed } from '#domain/silence.ts'
import type { SharePoint, ShareStreamState } from '#src/machines/live-share/live-share.ports.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LIVE } from '#src/texts/en/live.ts'
import { SHARED_PAGE } from '#src/texts/en/live-share.ts'
import { IconButton } from '../kit/buttons.tsx'
import { Address, Figure } from '../kit/facts.tsx'
import { formatAge, formatDateTime, formatSecondsAgo } from '../kit/formats.ts'
import popup from '../kit/map-popup.module.css'
import { formatMeasure, speedMeasure } from '../kit/measures.ts'
import { Plate, type ShownVehicle, StatusIcon, statusLabel } from '../kit/vehicle.tsx'
import classes from './share-screen.module.css'

const streamLabel = (stream: ShareStreamState): string => {
  if (stream === 'open') return KIT.live
  return stream === 'busy' ? SHARED_PAGE.busy : LIVE[stream]
}

/** The state of the stream, and how old the position is. */
const Signal = ({ stream, ageMs }: { stream: ShareStreamState; ageMs: number | null }) => (
  <span className={classes['state']}>
    <span className={classes['signal']} data-state={stream} aria-hidden="true" />
    <span role="status">{streamLabel(stream)}</span>
    {ageMs === null ? null : ` · ${formatSecondsAgo(ageMs)}`}
  </span>
)

/** A shared vehicle: its position and how old that is, and a button that follows it live (SHR-02, SHR-03). */
export const SharedCard = ({
  vehicle,
  stream,
  point,
  now,
  isCentred,
  onFollow,
  onCentre,
  onLeave,
}: {
  vehicle: ShownVehicle
  /** The state of its stream; null while it is not followed. */
  stream: ShareStreamState | null
  /** Its latest position since it is followed. */
  point: SharePoint | null
  /** ms since 1970 UTC. */
  now: number
  /** Whether the map keeps it in view. */
  isCentred: boolean
  onFollow: () => void
  onCentre: () => void
  /** Ends the stream and clears the trail (SHR-13). */
  onLeave: () => void
}) => {
  const { registration, status, late, time, speed, place } = vehicle
  const isFollowed = stream !== null
  const age = time === 0 ? null : now - time
  return (
    <section
      className={classes['card']}
      data-followed={isFollowed}
      aria-label={registration}
      aria-current={isFollowed ? 'true' : undefined}
    >
      <div className={classes['top']}>
        <Plate registration={registration} />
        {isFollowed ? (
          <Signal stream={stream} ageMs={point === null ? null : now - point.time} />
        ) : (
          <span className={classes['state']}>{age === null ? KIT.noPosition : formatAge(age)}</span>
        )}
      </div>
      {place === null ? null : (
        <>
          <div className={classes['speed']}>
            <Figure measure={speedMeasure(speed)} />
          </div>
          <div className={classes['place']}>
            <Address place={place} />
          </div>
        </>
      )}
      <div className={classes['bottom']}>
        <StatusIcon status={status} late={late} />
        {statusLabel(status, late)}
        <span className={classes['buttons']}>
          {isFollowed ? (
            <>
              {isCentred || point === null ? null : (
                <Button
                  variant="default"
                  leftSection={<IconCurrentLocation size={18} stroke={1.75} aria-hidden />}
                  onClick={onCentre}
                >
                  {SHARED_PAGE.recentre}
                </Button>
              )}
              <IconButton icon={IconX} name={SHARED_PAGE.stop} onPress={onLeave} />
            </>
          ) : (
            <Button onClick={onFollow}>{SHARED_PAGE.follow}</Button>
          )}
        </span>
      </div>
    </section>
  )
}

/** The info window of the followed vehicle (SHR-13, SHR-14). */
export const SharedPopup = ({
  vehicle,
  point,
  now,
}: {
  vehicle: ShownVehicle
  point: SharePoint
  /** ms since 1970 UTC. */
  now: number
}) => (
  <section
    tabIndex={-1}
    className={popup['popup']}
    aria-label={SHARED_PAGE.infoOf({ registration: vehicle.registration })}
  >
    <div className={classes['top']}>
      <Plate registration={vehicle.registration} />
      <StatusIcon status={vehicle.status} late={vehicle.late} />
      {statusLabel(vehicle.status, vehicle.late)}
    </div>
    <dl className={`${popup['facts']} ${classes['facts']}`}>
      <dt>{SHARED_PAGE.lastFix}</dt>
      <dd>{formatDateTime(point.time)}</dd>
      <dt>{SHARED_PAGE.speed}</dt>
      <dd>{formatMeasure(speedMeasure(currentSpeed(point.speed, point.time, now)))}</dd>
    </dl>
  </section>
)
