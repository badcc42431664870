/** Steps that are made before others have their turn. */
const STEPS_A_TURN = 100

/**
 * Makes the steps of everything it is given, in order, `STEPS_A_TURN` of them in a turn of the event loop; the first ones at once. What a step
 * throws goes to `onError`, and the rest of its kind is left out.
 */
export const createStepTurns = (onError: (error: unknown) => void) => {
  const waiting: Array<Iterator<void>> = []
  let isPlanned = false
  const isDone = (steps: Iterator<void>): boolean => {
    try {
      return steps.next().done === true
    } catch (error) {
      onError(error)
      return true
    }
  }
  const run = (): void => {
    isPlanned = false
    for (let left = STEPS_A_TURN; left > 0; left -= 1) {
      const [steps] = waiting
      if (steps === undefined) return
      if (isDone(steps)) waiting.shift()
    }
    isPlanned = true
    setImmediate(run)
  }
  return (steps: Iterable<void>): void => {
    waiting.push(steps[Symbol.iterator]())
    if (!isPlanned) run()
  }
}
