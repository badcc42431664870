import { IconParking } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import { formatClock, formatDay, formatDuration } from '../kit/formats.ts'
import classes from './moment-list.module.css'
import { PLAYBACK } from './playback.text.ts'
import type { TrackMoment } from './track-moments.ts'

const ROW_PX = 52

/** What a moment is called. */
const nameOf = (moment: TrackMoment): string => {
  if (moment.kind === 'stop') return `${PLAYBACK.stop} ${PLAYBACK.lasts(formatDuration(moment.lastsMs))}`
  return moment.speed === null ? moment.name : PLAYBACK.overspeed(moment.name, moment.speed.toFixed(1))
}

const Row = ({
  moment,
  isCurrent,
  onSeek,
}: {
  moment: TrackMoment
  isCurrent: boolean
  onSeek: (index: number) => void
}) => (
  <button
    type="button"
    className={classes['moment']}
    aria-current={isCurrent}
    onClick={() => onSeek(moment.index)}
  >
    <span className={classes['time']}>{formatClock(moment.time)}</span>
    <span className={classes['coin']} data-kind={moment.kind} aria-hidden="true">
      {moment.kind === 'stop' ? <IconParking size={18} stroke={1.75} aria-hidden /> : moment.code}
    </span>
    <span>
      {nameOf(moment)}
      <br />
      <span className={classes['day']}>{formatDay(moment.time)}</span>
    </span>
  </button>
)

/** Stops and events of the route; pressing one takes the playback there. Only the rows in view are in the page. */
export const MomentList = ({
  moments,
  index,
  onSeek,
}: {
  moments: readonly TrackMoment[]
  index: number
  onSeek: (index: number) => void
}) => {
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  const rows = useVirtualizer({
    count: moments.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    overscan: 4,
  })
  const current = moments.findLast((moment) => moment.index <= index)
  return (
    <>
      <h2 className={classes['title']}>
        {PLAYBACK.moments} <small>{PLAYBACK.onRoute(moments.length)}</small>
      </h2>
      {moments.length === 0 ? (
        <p className={classes['none']}>{PLAYBACK.noMoments}</p>
      ) : (
        <div className={classes['scroll']} ref={setScroll}>
          <ul
            className={classes['list']}
            style={{ height: rows.getTotalSize() }}
            aria-label={PLAYBACK.moments}
          >
            {rows.getVirtualItems().map(({ key, index: place, start }) => {
              const moment = moments[place]
              if (moment === undefined) return null
              return (
                <li
                  key={key}
                  className={classes['row']}
                  style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
                  aria-posinset={place + 1}
                  aria-setsize={moments.length}
                >
                  <Row moment={moment} isCurrent={moment === current} onSeek={onSeek} />
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </>
  )
}
