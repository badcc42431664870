import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { PaymentEvent, PaymentInput } from './payment.machine.ts'

/** Everything that can happen to PayHub. */
export const paymentModel: Model<PaymentInput, PaymentEvent, PaymentInput> = {
  inputs: [{ hosts: [] }],
  stimuli: [
    { type: 'payment.pressed' },
    doneOf('ask', { redirectionUrl: 'https://pay.example/start' }),
    doneOf('ask', { redirectionUrl: 'javascript:alert(1)' }),
    errorOf('ask', { name: 'CallRefused', message: 'not configured', retryAfterMs: null }),
    errorOf('ask', {
      name: 'CallRefused',
      message: 'not set up',
      retryAfterMs: null,
      code: 'paymentNotConfigured',
    }),
    errorOf('ask', { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }),
  ],
  key: () => null,
  unreachable: {},
}
