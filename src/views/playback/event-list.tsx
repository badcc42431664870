import { formatClock, formatDay } from '../kit/formats.ts'
import classes from './event-list.module.css'
import { PLAYBACK } from './playback.text.ts'
import type { TrackEvent } from './track-moments.ts'

/** The event that was the last at a point of the track. */
const lastBefore = (events: readonly TrackEvent[], index: number) =>
  events.findLast((event) => event.index <= index)

/** What happened on the route; pressing an event takes the playback there. */
export const EventList = ({
  events,
  index,
  onSeek,
}: {
  events: readonly TrackEvent[]
  index: number
  onSeek: (index: number) => void
}) => {
  const current = lastBefore(events, index)
  return (
    <>
      <h2 className={classes['title']}>
        {PLAYBACK.events} <small>{PLAYBACK.onRoute(events.length)}</small>
      </h2>
      {events.length === 0 ? (
        <p className={classes['none']}>{PLAYBACK.noEvents}</p>
      ) : (
        <ul className={classes['list']} aria-label={PLAYBACK.events}>
          {events.map((event) => (
            <li key={`${event.index} ${event.code}`}>
              <button
                type="button"
                className={classes['event']}
                aria-current={event === current}
                onClick={() => onSeek(event.index)}
              >
                <span className={classes['time']}>{formatClock(event.time)}</span>
                <span className={classes['coin']} aria-hidden="true">
                  {event.code}
                </span>
                <span>
                  {event.speed === null ? event.name : PLAYBACK.overspeed(event.name, event.speed.toFixed(1))}
                  <br />
                  <span className={classes['day']}>{formatDay(event.time)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
