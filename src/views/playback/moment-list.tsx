import { IconParking } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import { lettersOf } from '#contract/records/alert-code.ts'
import { formatClock, formatDay, formatDurationWords } from '../kit/formats.ts'
import { Coin } from './coin.tsx'
import classes from './moment-list.module.css'
import { PLAYBACK } from './playback.text.ts'
import { namedWithSpeed, type TrackMoment } from './track-moments.ts'

const ROW_PX = 52

/** What a moment is called. */
const nameOf = (moment: TrackMoment): string => {
  const lastsMs = moment.kind === 'event' ? null : moment.lastsMs
  const name = moment.kind === 'stop' ? moment.name : namedWithSpeed(moment.name, moment.speed)
  return lastsMs === null ? name : `${name} ${PLAYBACK.lasts(formatDurationWords(lastsMs))}`
}

/** What stands on its coin. */
const Sign = ({ moment }: { moment: TrackMoment }) => {
  if (moment.kind === 'stop') return <IconParking size={18} stroke={1.75} aria-hidden />
  return moment.kind === 'event' ? moment.code : lettersOf(moment.label)
}

const Row = ({
  moment,
  isCurrent,
  onLook,
}: {
  moment: TrackMoment
  isCurrent: boolean
  onLook: (moment: TrackMoment) => void
}) => (
  <button type="button" className={classes['moment']} aria-current={isCurrent} onClick={() => onLook(moment)}>
    <span className={classes['time']}>{formatClock(moment.time)}</span>
    <Coin kind={moment.kind}>
      <Sign moment={moment} />
    </Coin>
    <span>
      {moment.kind === 'alert' ? <span className={classes['alert']}>{PLAYBACK.alert}: </span> : null}
      {nameOf(moment)}
      <br />
      <span className={classes['day']}>{formatDay(moment.time)}</span>
    </span>
  </button>
)

/** Whether somebody reads the list: with the pointer over it, or with the keyboard in it. A press leaves the focus there without the one or the other, and on a touch screen what was tapped goes on as if it were hovered. */
const isRead = (list: HTMLElement): boolean =>
  (window.matchMedia('(hover: hover)').matches && list.matches(':hover')) ||
  list.querySelector(':focus-visible') !== null

/** Stops, events and shown alerts of the route; pressing one takes the playback there and opens its popup. Only the rows in view are in the page; the one the playback has come to is among them, unless somebody reads the list. */
export const MomentList = ({
  name,
  moments,
  current,
  onLook,
}: {
  name: string
  moments: readonly TrackMoment[]
  /** The last that the marker has come to. */
  current: TrackMoment | undefined
  onLook: (moment: TrackMoment) => void
}) => {
  const [scroll, setScroll] = useState<HTMLDivElement | null>(null)
  const rows = useVirtualizer({
    count: moments.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_PX,
    overscan: 4,
  })
  useEffect(() => {
    if (current === undefined || scroll === null || isRead(scroll)) return
    rows.scrollToIndex(moments.indexOf(current))
  }, [current, moments, scroll, rows])
  return (
    <>
      <h2 className={classes['title']}>
        {name} <small>{PLAYBACK.onRoute(moments.length)}</small>
      </h2>
      {moments.length === 0 ? (
        <p className={classes['none']}>{PLAYBACK.noMoments}</p>
      ) : (
        <div className={classes['scroll']} ref={setScroll}>
          <ul className={classes['list']} style={{ height: rows.getTotalSize() }} aria-label={name}>
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
                  <Row moment={moment} isCurrent={moment === current} onLook={onLook} />
                </li>
              )
            })}
          </ul>
        </div>
      )}
    </>
  )
}
