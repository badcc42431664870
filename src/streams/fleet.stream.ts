import {
  asyncScheduler,
  audit,
  buffer,
  concat,
  distinctUntilChanged,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  connect as publishTo,
  share,
  switchMap,
  takeWhile,
  tap,
  timer,
} from 'rxjs'
import * as z from 'zod/mini'
import { FleetBatch, STREAM_EVENT } from '#contract/records/live.ts'
import { LATE_AFTER_MS } from '#domain/lateness.ts'
import type { FleetStreamEvent, StreamState } from '#src/machines/fleet/fleet.ports.ts'
import {
  type ConnectionOptions,
  type ConnectionSignal,
  messagesOf,
  type ReportMalformed,
  reconnecting$,
} from './reconnecting.stream.ts'

/** Options of `fleetBatches$`. */
export type FleetBatchesOptions = ConnectionOptions & {
  /** Called with each batch, in order, at the next frame. */
  readonly apply: (batch: FleetBatch) => void
  /** The page's frames, see `frames$`. */
  readonly frame$: Observable<unknown>
  readonly reportMalformed: ReportMalformed
}

const EVENTS: readonly string[] = [STREAM_EVENT.snapshot, STREAM_EVENT.batch]

/** A batch whose columns are equally long. */
const EvenBatch = FleetBatch.check(
  z.refine((batch) => Object.values(batch).every((column) => column.length === batch.vehicleId.length)),
)

const stateOf = (signal: ConnectionSignal): StreamState => {
  if (signal.type === 'state') return signal.state
  return signal.type === 'ended' ? 'ended' : 'open'
}

/** The latest fixes of the fleet: batches go to `apply`, the machine only receives the stream's state. */
export const fleetBatches$ = ({
  connect,
  random,
  apply,
  frame$,
  reportMalformed,
  scheduler = asyncScheduler,
}: FleetBatchesOptions): Observable<FleetStreamEvent> => {
  const eventsOf = (signals$: Observable<ConnectionSignal>): Observable<FleetStreamEvent> => {
    const batches$ = messagesOf(signals$, EVENTS, EvenBatch, reportMalformed).pipe(share())
    const applied$ = batches$.pipe(
      buffer(batches$.pipe(audit(() => frame$))),
      tap((batches) => {
        for (const batch of batches) apply(batch)
      }),
      ignoreElements(),
    )
    const states$ = signals$.pipe(
      map(stateOf),
      switchMap((state) =>
        state === 'open'
          ? concat(of(state), timer(LATE_AFTER_MS, scheduler).pipe(map((): StreamState => 'late')))
          : of(state),
      ),
      distinctUntilChanged(),
      takeWhile((state) => state !== 'ended', true),
      map((state) => ({ type: 'fleetStream.changed' as const, state })),
    )
    return merge(applied$, states$)
  }
  return reconnecting$({ connect, random, scheduler }).pipe(publishTo(eventsOf))
}
