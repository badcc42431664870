const NOTHING = () => {}

class SeesNothing {
  observe = NOTHING
  unobserve = NOTHING
  disconnect = NOTHING
  takeRecords = () => []
}

/** Gives jsdom what it lacks: sizes, media queries and observers. Elements are as tall as a screen. */
export const standInForTheBrowser = ({ isPhone = false }: { isPhone?: boolean } = {}): void => {
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
  Object.assign(window, { ResizeObserver: SeesNothing, IntersectionObserver: SeesNothing })
  Object.defineProperties(Element.prototype, {
    clientHeight: { configurable: true, get: () => 800 },
    clientWidth: { configurable: true, get: () => 400 },
  })
  Element.prototype.scrollIntoView = NOTHING
}
