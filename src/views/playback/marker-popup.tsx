import { UnstyledButton } from '@mantine/core'
import type { Track } from '#src/services/playback-file/track.ts'
import { Adl } from '../kit/adl.tsx'
import { formatDateTime, formatFigure, formatPercent } from '../kit/formats.ts'
import { UNIT } from '../kit/units.ts'
import classes from './marker-popup.module.css'
import { PLAYBACK } from './playback.text.ts'
import { eventLines } from './track-moments.ts'

/**
 * What hangs on the marker: the figures of the point it is at, and what happens there (PLB-05, PLB-43). Folded it shows the
 * speed and what happens, so that the route ahead is seen; the other figures are read aloud all the same.
 */
export const MarkerPopup = ({
  track,
  index,
  onUnfold,
}: {
  track: Track
  index: number
  /** Shows all figures; null where they are shown. */
  onUnfold: (() => void) | null
}) => (
  <section
    tabIndex={-1}
    className={classes['popup']}
    data-folded={onUnfold === null ? undefined : true}
    aria-label={PLAYBACK.marker}
  >
    <div className={classes['time']}>{formatDateTime(track.time[index] ?? 0)}</div>
    <div className={classes['row']}>
      <span className={classes['more']}>
        <b>{formatFigure(track.odo[index])}</b> {UNIT.odometer}
      </span>
      <span>
        <b>{formatFigure(track.speed[index])}</b> {UNIT.markerSpeed}
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
