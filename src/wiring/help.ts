import { fromPromise } from 'xstate'
import { manualMachine } from '#src/machines/help/manual.machine.ts'
import { createManualService } from '#src/services/help/manual.ts'
import { currentLanguage } from '#src/texts/language.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** Wires the download of the user manual. */
export const wireManual = ({ http, environment }: Services, page: Page) => {
  const productName = () => environment.current().productName
  const service = createManualService({
    http,
    page: page.window,
    productName,
    language: () => currentLanguage().tag,
  })
  return manualMachine.provide({
    actors: { downloadManual: fromPromise<void, undefined>(({ signal }) => service.download(signal)) },
    actions: { notify: notifyAction(page) },
  })
}
