import {
  acceptGatewayDevice,
  makeGatewayKey,
  readGateway,
  releaseGatewayDevice,
  revokeGatewayKey,
} from '#contract/calls/gateway.ts'
import type { Gateway } from '#contract/records/gateway.ts'
import type { ChangedGateway, GatewayChange } from '#src/machines/gateway/gateway.ports.ts'
import type { Http } from '../http/http.ts'

/** The calls of the gateway's tab. Errors are those of the request builder. */
export const createGatewayService = ({ http }: { http: Pick<Http, 'call'> }) => ({
  read: (manner: { readonly isPolled: boolean }, signal?: AbortSignal): Promise<Gateway> =>
    http.call(readGateway, manner, signal),
  change: async (wanted: GatewayChange, signal?: AbortSignal): Promise<ChangedGateway> => {
    switch (wanted.kind) {
      case 'makeKey': {
        const body = { replaces: wanted.replaces }
        const { gatewayKey, ...gateway } = await http.call(makeGatewayKey, { body }, signal)
        return { gateway, gatewayKey }
      }
      case 'revokeKey':
        return { gateway: await http.call(revokeGatewayKey, {}, signal), gatewayKey: null }
      case 'accept': {
        const { kind: _, ...body } = wanted
        return { gateway: await http.call(acceptGatewayDevice, { body }, signal), gatewayKey: null }
      }
      case 'release': {
        const { kind: _, ...body } = wanted
        return { gateway: await http.call(releaseGatewayDevice, { body }, signal), gatewayKey: null }
      }
    }
  },
})
