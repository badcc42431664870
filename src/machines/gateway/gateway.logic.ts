import type { GatewayChange } from './gateway.ports.ts'

/** A change that ends something, so that the user must confirm it. */
export type EndingChange = Exclude<GatewayChange, { kind: 'accept' }>

/** The change, if it ends something. */
export const endingChange = (change: GatewayChange | null): EndingChange | null =>
  change === null || change.kind === 'accept' || (change.kind === 'makeKey' && !change.replaces)
    ? null
    : change
