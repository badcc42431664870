import { Observable } from 'rxjs'
import { type EventStreams, StreamFailure } from '../live/event-stream.ts'
import type { Faults } from './faults.ts'

/** The same event streams, whose connections the faults cut. */
export const createFaultyStreams = (
  streams: EventStreams,
  faults: Pick<Faults, 'nextCut' | 'onDrop' | 'count'>,
): EventStreams => ({
  open: (call, request) =>
    new Observable((subscriber) => {
      let left = faults.nextCut(call.id) ?? Number.POSITIVE_INFINITY
      const cut = () => {
        faults.count('streamDropped')
        subscriber.error(new StreamFailure('network', `${call.id} was cut.`))
      }
      subscriber.add(faults.onDrop(cut))
      subscriber.add(
        streams.open(call, request).subscribe({
          next: (item) => {
            subscriber.next(item)
            left -= 1
            if (left === 0) cut()
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      )
    }),
})
