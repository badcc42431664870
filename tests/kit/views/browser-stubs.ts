import { RecordedPath, recordingContext } from '#tests/kit/canvas-recorder.ts'

const NOTHING = () => {}

class InertObserver {
  observe: (element: Element) => void = NOTHING
  unobserve: (element: Element) => void = NOTHING
  disconnect: () => void = NOTHING
  takeRecords = () => []
}

const watched = new Map<Element, () => void>()

/** Reports that an element is in view when the test says so. */
class ControlledIntersectionObserver extends InertObserver {
  readonly #notify: IntersectionObserverCallback
  readonly #own = new Set<Element>()

  constructor(notify: IntersectionObserverCallback) {
    super()
    this.#notify = notify
  }

  override observe = (element: Element) => {
    this.#own.add(element)
    watched.set(element, () =>
      this.#notify(
        [{ target: element, isIntersecting: true } as unknown as IntersectionObserverEntry],
        this as unknown as IntersectionObserver,
      ),
    )
  }

  override disconnect = () => {
    for (const element of this.#own) watched.delete(element)
  }
}

/** Reports an element as in view to its observers. */
export const bringIntoView = (element: Element): void => watched.get(element)?.()

/** Gives jsdom what it lacks: sizes, media queries, observers and a context that draws nothing. Elements are as tall as a screen. */
export const stubBrowserApis = ({ isPhone = false }: { isPhone?: boolean } = {}): void => {
  window.matchMedia = (media) => ({
    matches: isPhone && media.includes('max-width'),
    media,
    onchange: null,
    addListener: NOTHING,
    removeListener: NOTHING,
    addEventListener: NOTHING,
    removeEventListener: NOTHING,
    dispatchEvent: () => false,
  })
  Object.assign(window, {
    ...{
      ResizeObserver: InertObserver,
      IntersectionObserver: ControlledIntersectionObserver,
      Path2D: RecordedPath,
    },
  })
  HTMLCanvasElement.prototype.getContext = () => recordingContext().context as never
  Object.defineProperties(Element.prototype, {
    clientHeight: { configurable: true, get: () => 800 },
    clientWidth: { configurable: true, get: () => 400 },
  })
  Element.prototype.scrollIntoView = NOTHING
}
