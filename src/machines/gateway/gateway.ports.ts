import type { Gateway } from '#contract/records/gateway.ts'

/** A device, and the vehicle it reports for; null while it waits. */
export type ChosenDevice = { readonly deviceId: string; readonly fromVehicleId: number | null }

/** What the server is to change. */
export type GatewayChange =
  | { readonly kind: 'makeKey'; readonly replaces: boolean }
  | { readonly kind: 'revokeKey' }
  | ({ readonly kind: 'accept'; readonly registration: string; readonly addsVehicle: boolean } & ChosenDevice)
  | { readonly kind: 'release'; readonly deviceId: string; readonly fromVehicleId: number }

/** The gateway after a change, with its key where one was made. */
export type ChangedGateway = { readonly gateway: Gateway; readonly gatewayKey: string | null }
