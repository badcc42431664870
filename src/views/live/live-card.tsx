import { Button } from '@mantine/core'
import { IconArrowLeft, IconCurrentLocation, IconX } from '@tabler/icons-react'
import type { LivePoint, StreamState } from '#src/machines/fleet/fleet.logic.ts'
import { Adl } from '../kit/adl.tsx'
import { CardFacts, Fact } from '../kit/card-facts.tsx'
import { formatDateTime, formatFigure, formatHeading, formatPercent, formatPlace } from '../kit/formats.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { Plate } from '../kit/plate.tsx'
import { STATUS_WORDS, shownStatus } from '../kit/status.ts'
import { StatusMark } from '../kit/status-mark.tsx'
import { takeFocus } from '../kit/take-focus.ts'
import { UNIT } from '../kit/units.ts'
import { LIVE } from './live.text.ts'
import classes from './live-card.module.css'
import { LivePlace } from './live-place.tsx'

const STREAM_WORDS: Readonly<Record<StreamState, string>> = {
  connecting: LIVE.connecting,
  open: LIVE.live,
  late: LIVE.late,
  reconnecting: LIVE.reconnecting,
  ended: LIVE.ended,
}

/** Why a link ended, in words; whatever else is said is the server's own word. */
const END_WORDS: Readonly<Record<string, string>> = {
  finished: LIVE.finished,
  refused: LIVE.refused,
  gone: LIVE.gone,
  broken: LIVE.broken,
}

/** One vehicle followed live: how fresh it is, its figures, and whether the map goes with it. */
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
}: {
  registration: string
  stream: StreamState
  /** Why tracking has ended; null while it goes on. */
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
}) => {
  const status = point === null ? null : shownStatus(point.status)
  return (
    <section ref={takeFocus} tabIndex={-1} className={classes['card']} aria-label={LIVE.card}>
      <div className={classes['head']}>
        <IconButton icon={IconArrowLeft} name={LIVE.back} onPress={onBack} />
        <Plate registration={registration} />
        <span className={classes['close']}>
          <IconButton icon={IconX} name={LIVE.close} quiet onPress={onClose} />
        </span>
      </div>
      <div className={classes['state']}>
        <span className={classes['signal']} data-state={stream} aria-hidden="true" />
        <span role="status">
          {STREAM_WORDS[stream]}
          {reason === null ? null : `. ${Object.hasOwn(END_WORDS, reason) ? END_WORDS[reason] : reason}`}
        </span>
        {point === null ? null : ` · ${LIVE.seconds(Math.max(0, Math.round((now - point.time) / 1000)))}`}
      </div>
      {point === null || status === null ? (
        stream === 'ended' ? null : (
          <p>{LIVE.waiting}</p>
        )
      ) : (
        <>
          <div className={classes['speed']}>
            {formatFigure(point.speed)} <small>{UNIT.speed}</small>
            <span className={classes['status']}>
              <StatusMark status={status} late={stream !== 'open'} />
              {STATUS_WORDS[status]}
            </span>
          </div>
          <CardFacts>
            <Fact name={LIVE.heading} value={formatHeading(point.heading)} />
            <Fact name={LIVE.odometer} value={formatFigure(point.odo)} unit={UNIT.odometer} />
            <Fact name={LIVE.fuel} value={formatPercent(point.fuelPercent)} unit="%" />
            <Fact name={<Adl />} value={formatPercent(point.adbluePercent)} unit="%" />
            <Fact name={LIVE.lastFix} value={formatDateTime(point.time)} wide />
            <Fact name={LIVE.address} value={<LivePlace key={point.vehicleId} point={point} />} wide />
            <Fact name={LIVE.position} value={formatPlace(point.LONG, point.LAT)} wide />
          </CardFacts>
        </>
      )}
      <div className={classes['actions']}>
        {following || point === null ? null : (
          <Button
            leftSection={<IconCurrentLocation size={18} stroke={1.75} aria-hidden />}
            onClick={onFollow}
          >
            {LIVE.follow}
          </Button>
        )}
        <Button variant="default" onClick={onPlayback}>
          {LIVE.playback}
        </Button>
      </div>
    </section>
  )
}
