/** Steps that are made before others have their turn, and how long such a turn is at most, ms: a step may write to thousands of streams. */
const STEPS_A_TURN = 100
const TURN_MS = 10

/**
 * Makes the steps of everything it is given, in order, `STEPS_A_TURN` of them at most in a turn of the event loop; the first ones at once.
 * What a step throws goes to `onError`, and the rest of its kind is left out. `now` is a clock in ms.
 */
export const createStepTurns = (
  onError: (error: unknown) => void,
  now: () => number = () => performance.now(),
) => {
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
    const end = now() + TURN_MS
    for (let left = STEPS_A_TURN; left > 0 && now() <= end; left -= 1) {
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
