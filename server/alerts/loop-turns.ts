import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work in a loop goes on before other work gets its turn, ms. */
const TURN_MS = 10

/** Gives other work its turn as often as it needs one: call it in a loop that takes long. */
export const createLoopTurns = (): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await nextTurn()
    began = performance.now()
  }
}
