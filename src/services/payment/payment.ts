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
    http.call(paymentRedirection, {}, signal),
  /** Opens a tab that cannot reach this page and is not told where it came from. */
  open: (address: string): void => {
    page.open(address, '_blank', 'noopener,noreferrer')
  },
})
