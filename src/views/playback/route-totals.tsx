import { formatDuration, formatKms, formatPercent } from '../kit/formats.ts'
import { PLAYBACK } from './playback.text.ts'
import classes from './route-totals.module.css'
import type { TrackTotals } from './track-totals.ts'

/** What the loaded range adds up to. */
export const RouteTotals = ({ distanceKm, totals }: { distanceKm: number; totals: TrackTotals }) => {
  const { drivingMs, idlingMs, stoppedMs, unknownMs, fuelPercent } = totals
  const figures: readonly (readonly [string, string])[] = [
    [PLAYBACK.distance, formatKms(distanceKm)],
    [PLAYBACK.driving, formatDuration(drivingMs)],
    [PLAYBACK.idling, formatDuration(idlingMs)],
    [PLAYBACK.stopped, formatDuration(stoppedMs)],
    ...(unknownMs === 0 ? [] : [[PLAYBACK.unknown, formatDuration(unknownMs)] as const]),
    ...(fuelPercent === null
      ? []
      : [[PLAYBACK.fuelUsed, PLAYBACK.ofTank(formatPercent(fuelPercent))] as const]),
  ]
  return (
    <dl className={classes['totals']} aria-label={PLAYBACK.totals}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
