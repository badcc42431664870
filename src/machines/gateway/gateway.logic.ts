import type { Gateway } from '#contract/records/gateway.ts'
import type { GatewayChange } from './gateway.ports.ts'

/** A change that ends something, so that the user must confirm it. */
export type EndingChange = Exclude<GatewayChange, { kind: 'accept' }>

/** The change, if it ends something. */
export const endingChange = (change: GatewayChange | null): EndingChange | null =>
  change === null || change.kind === 'accept' || (change.kind === 'makeKey' && !change.replaces)
    ? null
    : change

/** The shown key of the gateway once it is read again: none where somebody has replaced or revoked it meanwhile. */
export const keyAfterRead = (
  shown: { readonly gateway: Gateway | null; readonly gatewayKey: string | null },
  { madeAt }: Pick<Gateway, 'madeAt'>,
): string | null => (madeAt !== null && madeAt === shown.gateway?.madeAt ? shown.gatewayKey : null)
