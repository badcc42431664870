import { fromCallback } from 'xstate'
import { type TransportSpeed, transportMachine } from '../machines/lab/transport.machine.ts'

/** The transport with a clock: so many events a second. */
export const timedTransport = transportMachine.provide({
  actors: {
    dueTimes: fromCallback<never, { speed: TransportSpeed }>(({ sendBack, input: { speed } }) => {
      const timer = setInterval(() => sendBack({ type: 'transport.due' } as never), 1000 / speed)
      return () => clearInterval(timer)
    }) as never,
  },
})
