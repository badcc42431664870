import { fromPromise } from 'xstate'
import type { Gateway } from '#contract/records/gateway.ts'
import { gatewayMachine } from '#src/machines/gateway/gateway.machine.ts'
import type { ChangedGateway, GatewayChange } from '#src/machines/gateway/gateway.ports.ts'
import { createGatewayService } from '#src/services/gateway/gateway.ts'
import type { Page, Services } from './services.ts'

/** Wires the gateway's tab. */
export const wireGateway = ({ http }: Services, { window }: Page) => {
  const service = createGatewayService({ http, origin: window.location.origin })
  return gatewayMachine.provide({
    actors: {
      readGateway: fromPromise<Gateway, { readonly isPolled: boolean }>(({ input, signal }) =>
        service.read(input, signal),
      ),
      changeGateway: fromPromise<ChangedGateway, GatewayChange>(({ input, signal }) =>
        service.change(input, signal),
      ),
    },
  })
}
