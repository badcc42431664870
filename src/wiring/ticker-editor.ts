import { fromPromise } from 'xstate'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import type { WrittenMessage } from '#src/machines/ticker/ticker.ports.ts'
import { tickerEditorMachine } from '#src/machines/ticker/ticker-editor.machine.ts'
import { createTickerService } from '#src/services/ticker/ticker.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** Wires the editor of the ticker in the settings. */
export const wireTickerEditor = ({ http, storage }: Services, page: Page) => {
  const service = createTickerService({ http, storage })
  return tickerEditorMachine.provide({
    actors: {
      loadMessages: fromPromise<readonly TickerMessage[], undefined>(
        async ({ signal }) => (await service.load({ isPolled: false }, signal)).messages,
      ),
      saveMessage: fromPromise<string, WrittenMessage>(({ input, signal }) => service.save(input, signal)),
      deleteMessage: fromPromise<string, { messageId: number }>(({ input, signal }) =>
        service.remove(input.messageId, signal),
      ),
    },
    actions: { notify: notifyAction(page) },
  })
}
