import { fromEventObservable, fromPromise } from 'xstate'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import type { TickerList, TickerRefreshEvent } from '#src/machines/ticker/ticker.ports.ts'
import { createTickerService } from '#src/services/ticker/ticker.ts'
import { tickerRefreshes$ } from '#src/streams/clocks.stream.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** Wires the ticker. */
export const wireTicker = ({ http, storage }: Services, page: Page) => {
  const service = createTickerService({ http, storage })
  return tickerMachine.provide({
    actors: {
      loadMessages: fromPromise<TickerList, undefined>(({ signal }) =>
        service.load({ isPolled: true }, signal),
      ),
      refreshes: fromEventObservable<TickerRefreshEvent, undefined>(tickerRefreshes$),
    },
    actions: {
      notify: notifyAction(page),
      storeAcknowledgement: (_, messages) => {
        // A failure shows its toast, and the messages come again after the next login.
        service.acknowledge(messages).catch(() => {})
      },
    },
  })
}
