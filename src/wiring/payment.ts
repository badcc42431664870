import { fromPromise } from 'xstate'
import { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import { createPaymentService } from '#src/services/payment/payment.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** Wires PayHub. */
export const wirePayment = ({ http }: Services, page: Page) => {
  const service = createPaymentService({ http, page: page.window })
  return paymentMachine.provide({
    actors: {
      askAddress: fromPromise<{ redirectionUrl: string }, undefined>(({ signal }) => service.ask(signal)),
    },
    actions: {
      notify: notifyAction(page),
      openTab: (_, { address }: { address: string }) => service.open(address),
    },
  })
}
