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

/** Work that is done in steps, between which others may have their turn. */
export type Steps<T> = Generator<void, T>

/** Does all steps at once. */
export const atOnce = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Does the steps with turns for other work in between. */
export const inTurns = async <T>(steps: Steps<T>): Promise<T> => {
  const giveTurn = createLoopTurns()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await giveTurn()
  }
}
