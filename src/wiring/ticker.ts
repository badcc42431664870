import { fromEventObservable, fromPromise } from 'xstate'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import type { TickerList, TickerRefreshEvent, WrittenMessage } from '#src/machines/ticker/ticker.ports.ts'
import { tickerEditorMachine } from '#src/machines/ticker/ticker-editor.machine.ts'
import { createTickerService } from '#src/services/ticker/ticker.ts'
import { tickerRefreshes$ } from '#src/streams/clocks.stream.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** Wires the ticker, and its editor in the settings. */
export const wireTicker = ({ http, storage }: Services, page: Page) => {
  const service = createTickerService({ http, storage })
  const notify = notifyAction(page)
  return {
    ticker: tickerMachine.provide({
      actors: {
        loadMessages: fromPromise<TickerList, undefined>(({ signal }) =>
          service.load({ isPolled: true }, signal),
        ),
        refreshes: fromEventObservable<TickerRefreshEvent, undefined>(tickerRefreshes$),
      },
      actions: { notify, storeAcknowledgement: () => service.acknowledge() },
    }),
    editor: tickerEditorMachine.provide({
      actors: {
        loadMessages: fromPromise<readonly TickerMessage[], undefined>(
          async ({ signal }) => (await service.load({ isPolled: false }, signal)).messages,
        ),
        saveMessage: fromPromise<string, WrittenMessage>(({ input, signal }) => service.save(input, signal)),
        deleteMessage: fromPromise<string, { messageId: number }>(({ input, signal }) =>
          service.remove(input.messageId, signal),
        ),
      },
      actions: { notify },
    }),
  }
}
