import type { TokenGate } from './token-gate.ts'

/** A gate with one token that is not stored, for the calls that come before a session is kept. Nothing renews it. */
export const gateOf = (token: string): TokenGate => ({
  peek: () => token,
  token: async () => token,
  refused: async () => false,
  hold: () => () => {},
})
