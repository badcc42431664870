import { asyncScheduler, map, type Observable, type SchedulerLike, switchMap } from 'rxjs'
import { ticks$ } from './ticks.stream.ts'

/** The stored refresh rate has gone by (OPEN-44). */
export type RefreshFact = { type: 'refresh.due' }

const SHORTEST_S = 5

/** Says that a refresh is due, at the stored rate in seconds; starts over when the rate changes. Rates under 5 s count as 5 s. */
export const refreshRate$ = ({
  seconds$,
  scheduler = asyncScheduler,
}: {
  seconds$: Observable<number>
  scheduler?: SchedulerLike
}): Observable<RefreshFact> =>
  seconds$.pipe(
    switchMap((seconds) => ticks$({ everyMs: Math.max(SHORTEST_S, seconds) * 1000, scheduler })),
    map(() => ({ type: 'refresh.due' as const })),
  )
