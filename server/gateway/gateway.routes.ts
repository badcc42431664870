import {
  acceptGatewayDevice,
  makeGatewayKey,
  readGateway,
  releaseGatewayDevice,
  revokeGatewayKey,
} from '#contract/calls/gateway.ts'
import { listRoute, type Route, route } from '../http/handler.ts'
import type { GatewaySettings } from './gateway.service.ts'

/** The gateway of the caller's company (OWN-03). */
export const gatewayRoutes = ({ gateway }: { gateway: GatewaySettings }): Route[] => [
  listRoute(readGateway, ({ caller }) => gateway.read(caller)),
  route(makeGatewayKey, ({ caller, body }) => gateway.makeKey(caller, body.replaces)),
  route(revokeGatewayKey, ({ caller }) => gateway.revokeKey(caller)),
  route(acceptGatewayDevice, ({ caller, body }) => gateway.accept(caller, body)),
  route(releaseGatewayDevice, ({ caller, body }) => gateway.release(caller, body)),
]
