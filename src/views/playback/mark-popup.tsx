import { IconParking } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lettersOf } from '#contract/records/alert-code.ts'
import type { AlertMarker } from '#contract/records/alert-marker.ts'
import { eventCodes } from '#domain/fix.ts'
import type { Track } from '#src/services/playback-file/track.ts'
import { Address } from '../kit/address.tsx'
import { formatDateTime, formatDurationWords, formatFigure } from '../kit/formats.ts'
import { UNIT } from '../kit/units.ts'
import { Coin, type CoinKind } from './coin.tsx'
import classes from './mark-popup.module.css'
import { PLAYBACK } from './playback.text.ts'
import { eventLines, namedWithSpeed, trackStops } from './track-moments.ts'

/** The frame of all three: a coin and a name, then facts. What it says is announced where it was opened from. */
const Popup = ({
  kind,
  name,
  coin,
  title,
  facts,
  place,
}: {
  kind: CoinKind
  name: string
  coin: ReactNode
  title: string
  facts: readonly (readonly [string, string])[]
  place: readonly [lng: number, lat: number]
}) => (
  <section className={classes['popup']} aria-label={name} aria-live="polite">
    <div className={classes['title']}>
      <Coin kind={kind}>{coin}</Coin>
      {title}
    </div>
    <dl className={classes['facts']}>
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

const placeOf = ({ lng, lat }: Track, index: number) => [lng[index] ?? 0, lat[index] ?? 0] as const

/** What hangs on an event of the route (MAP-17). */
export const EventPopup = ({ track, index }: { track: Track; index: number }) => (
  <Popup
    kind="event"
    name={PLAYBACK.event}
    coin={eventCodes(track.events[index] ?? 0)[0]}
    title={eventLines(track, index).join(', ')}
    facts={[
      [PLAYBACK.time, formatDateTime(track.time[index] ?? 0)],
      [PLAYBACK.markSpeed, `${formatFigure(track.speed[index])} ${UNIT.markerSpeed}`],
    ]}
    place={placeOf(track, index)}
  />
)

/** What hangs on a stop of the route (PLB-33). */
export const StopPopup = ({ track, index }: { track: Track; index: number }) => {
  const stop = trackStops(track).find((each) => each.index === index)
  if (stop === undefined) return null
  const { name, time, lastsMs } = stop
  return (
    <Popup
      kind="stop"
      name={PLAYBACK.stop}
      coin={<IconParking size={18} stroke={1.75} aria-hidden />}
      title={`${name} ${PLAYBACK.lasts(formatDurationWords(lastsMs))}`}
      facts={[
        [PLAYBACK.time, formatDateTime(time)],
        [PLAYBACK.until, formatDateTime(time + lastsMs)],
      ]}
      place={placeOf(track, index)}
    />
  )
}

/** What hangs on an alert: its name, description, time and address (PLB-06, PLT-06, PLT-08). */
export const AlertPopup = ({ alert }: { alert: AlertMarker }) => (
  <Popup
    kind="alert"
    name={PLAYBACK.alert}
    coin={lettersOf(alert.label)}
    title={namedWithSpeed(alert.alertName, alert.speedVal ?? null)}
    facts={[
      ...(alert.desc === '' ? [] : [[PLAYBACK.description, alert.desc] as const]),
      [PLAYBACK.time, alert.alertTime],
    ]}
    place={[alert.longitude, alert.latitude]}
  />
)
