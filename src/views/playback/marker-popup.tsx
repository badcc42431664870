import type { Track } from '#src/services/playback-file/track.ts'
import { formatDateTime, formatFigure, formatPercent } from '../kit/formats.ts'
import { UNIT } from '../kit/units.ts'
import classes from './marker-popup.module.css'
import { PLAYBACK } from './playback.text.ts'
import { eventLines } from './track-moments.ts'

/** What hangs on the marker: the figures of the point it is at, and what happens there (PLB-05, PLB-43). */
export const MarkerPopup = ({ track, index }: { track: Track; index: number }) => (
  <section className={classes['popup']} aria-label={PLAYBACK.marker}>
    <div className={classes['time']}>{formatDateTime(track.time[index] ?? 0)}</div>
    <div className={classes['row']}>
      <span>
        <b>{formatFigure(track.odo[index])}</b> {UNIT.odometer}
      </span>
      <span>
        <b>{formatFigure(track.speed[index])}</b> {UNIT.markerSpeed}
      </span>
    </div>
    <div className={classes['row']}>
      <span>
        {PLAYBACK.adl} <b>{formatPercent(track.adblue[index])}</b> %
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
  </section>
)
