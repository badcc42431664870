import { paymentRedirection } from '#contract/calls/payment.ts'
import { HttpError } from '../http/errors.ts'
import { type Route, route } from '../http/handler.ts'

/** The address of the payment portal (SHL-38), set by the operator for all companies. */
export const paymentRoutes = ({ paymentUrl }: { paymentUrl: string | null }): Route[] => [
  route(paymentRedirection, async () => {
    if (paymentUrl === null) throw new HttpError('paymentNotConfigured')
    return { redirectionUrl: paymentUrl }
  }),
]
