import { errorOf, type Model } from '../kit/stimuli.ts'
import type { TransportContext, TransportEvent } from './transport.machine.ts'

/** Everything that can happen to the transport. */
export const transportModel: Model<TransportContext, TransportEvent, { readonly length: number }> = {
  inputs: [{ length: 2 }, { length: 0 }],
  stimuli: [
    { type: 'transport.play' },
    { type: 'transport.pause' },
    { type: 'transport.due' },
    { type: 'transport.stepped', by: 1 },
    { type: 'transport.stepped', by: -1 },
    { type: 'transport.sought', at: 1 },
    { type: 'transport.sought', at: 99 },
    { type: 'transport.speedChosen', speed: 16 },
    { type: 'transport.listChanged', length: 3, at: 1 },
    errorOf('dueTimes', { name: 'Error', message: 'no clock' }),
  ],
  key: (context) => context,
  unreachable: {},
}
