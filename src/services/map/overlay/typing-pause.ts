/** Fields whose letters the browser draws. */
const FIELDS =
  'textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit])'
/** The names of keys that change a field's text: a letter, or what removes one. */
const CHANGES = /^(?:.|Backspace|Delete|Enter|Process|Unidentified)$/u

/** For so many ms after a key a repaint waits for the next one. */
const PAUSE_MS = 250
/** A repaint waits no longer than this in all, in ms. */
const MOST_MS = 3_000

type Options = {
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** ms of a monotonic clock. */
  readonly now: () => number
  readonly repaint: () => void
}

/**
 * Lets repaints that nobody waits for wait until the user no longer types: without a graphics card the browser shows a
 * changed canvas and the typed letter in one frame, which comes too late for a letter.
 */
export const createTypingPause = ({ window, now, repaint }: Options) => {
  let typedAt = Number.NEGATIVE_INFINITY
  let waitingSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const keyPressed = ({ target, key }: KeyboardEvent) => {
    if (target instanceof Element && target.matches(FIELDS) && CHANGES.test(key)) typedAt = now()
  }
  window.addEventListener('keydown', keyPressed, { capture: true })

  const request = () => {
    if (timer !== undefined) return
    const at = now()
    const wait = Math.min(typedAt + PAUSE_MS - at, (waitingSince ?? at) + MOST_MS - at)
    if (wait <= 0) {
      waitingSince = undefined
      repaint()
      return
    }
    waitingSince ??= at
    timer = setTimeout(() => {
      timer = undefined
      request()
    }, wait)
  }

  return {
    /** Repaints now, or once the user no longer types. */
    request,
    stop: () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', keyPressed, { capture: true })
    },
  }
}
