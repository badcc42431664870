import {
  acceptGatewayDevice,
  makeGatewayKey,
  readGateway,
  releaseGatewayDevice,
  revokeGatewayKey,
} from '#contract/calls/gateway.ts'
import type { Gateway } from '#contract/records/gateway.ts'
import { isLoopback } from '#domain/loopback.ts'
import type { ChangedGateway, GatewayChange } from '#src/machines/gateway/gateway.ports.ts'
import type { Http } from '../http/http.ts'

/**
 * The gateway with an address that other machines reach, if this page knows one: a server that listens on all addresses calls
 * itself localhost.
 */
const reachable = (gateway: Gateway, origin: string): Gateway => {
  const { hostname, pathname } = new URL(gateway.address)
  return isLoopback(hostname) && !isLoopback(new URL(origin).hostname)
    ? { ...gateway, address: `${origin}${pathname}` }
    : gateway
}

/** The calls of the gateway's tab. `origin` is the page's. Errors are those of the request builder. */
export const createGatewayService = ({ http, origin }: { http: Pick<Http, 'call'>; origin: string }) => ({
  read: async (manner: { readonly isPolled: boolean }, signal?: AbortSignal): Promise<Gateway> =>
    reachable(await http.call(readGateway, manner, signal), origin),
  change: async (wanted: GatewayChange, signal?: AbortSignal): Promise<ChangedGateway> => {
    const withoutKey = (gateway: Gateway) => ({ gateway: reachable(gateway, origin), gatewayKey: null })
    switch (wanted.kind) {
      case 'makeKey': {
        const body = { replaces: wanted.replaces }
        const { gatewayKey, ...gateway } = await http.call(makeGatewayKey, { body }, signal)
        return { gateway: reachable(gateway, origin), gatewayKey }
      }
      case 'revokeKey':
        return withoutKey(await http.call(revokeGatewayKey, {}, signal))
      case 'accept': {
        const { kind: _, ...body } = wanted
        return withoutKey(await http.call(acceptGatewayDevice, { body }, signal))
      }
      case 'release': {
        const { kind: _, ...body } = wanted
        return withoutKey(await http.call(releaseGatewayDevice, { body }, signal))
      }
    }
  },
})
