import { advanceNewest, type Newest, NO_FIX_YET, type TimedPosition } from '../ingest/newest-fix.ts'
import { type FixColumns, fixAt } from '../track/columns.ts'

/** The places of stored fixes in their order, without those that no truck can have reached: ingest stores them, and streams leave them out. */
export const crediblePlaces = (columns: FixColumns): TimedPosition[] => {
  const places: TimedPosition[] = []
  let walked: Newest = NO_FIX_YET
  for (let i = 0; i < columns.length; i += 1) {
    const { time, lng, lat } = fixAt(columns, i)
    const step = advanceNewest(walked, { time, lng, lat })
    walked = step.newest
    if (step.moved) places.push({ time, lng, lat })
  }
  return places
}
