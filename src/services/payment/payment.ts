import { paymentRedirection } from '#contract/calls/payment.ts'
import type { Http } from '../http/http.ts'

/** PayHub's address (SHL-38). Errors are the request builder's. */
export const createPaymentService = ({
  http,
  page,
}: {
  http: Pick<Http, 'call'>
  page: Pick<Window, 'open'>
}) => ({
  ask: (signal?: AbortSignal): Promise<{ redirectionUrl: string }> =>
    http.call(paymentRedirection, { isSilent: true }, signal),
  /** Opens a tab that can neither reach this page nor see its address. */
  open: (address: string): void => {
    page.open(address, '_blank', 'noopener,noreferrer')
  },
})
