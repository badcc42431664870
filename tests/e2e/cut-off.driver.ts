import type { Page } from '@playwright/test'

/**
 * Texts and controls that reach out of the page or of a box that cuts off what does not fit, and rows that are higher inside than
 * outside. Those that end in an ellipsis are meant to.
 */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const styleOf = (element: Element) => getComputedStyle(element)
    const cuts = (element: Element) => styleOf(element).overflowX !== 'visible'
    const scrolls = (element: Element) =>
      ['auto', 'scroll'].includes(styleOf(element).overflowX) && element.scrollWidth > element.clientWidth
    const ancestors = (element: Element): Element[] =>
      element === document.body || element.parentElement === null
        ? []
        : [element, ...ancestors(element.parentElement)]
    /** Whether it is for screen readers alone, moves, can be scrolled to or lies on the map, which is moved. */
    const isMeant = (element: Element) =>
      element.getBoundingClientRect().width <= 1 ||
      styleOf(element).clipPath !== 'none' ||
      scrolls(element) ||
      element.getAnimations().length > 0 ||
      (styleOf(element).textOverflow === 'ellipsis' && cuts(element)) ||
      element.classList.contains('maplibregl-canvas-container')

    const isCut = (box: DOMRect, within: readonly Element[]): boolean => {
      if (box.width < 2 || box.height < 2 || within.some(isMeant)) return false
      const boxes = within.filter(cuts).map((element) => element.getBoundingClientRect())
      const [left, right] = [
        Math.max(0, ...boxes.map((each) => each.left)),
        Math.min(innerWidth, ...boxes.map((each) => each.right)),
      ]
      return box.left < left - 1 || box.right > right + 1
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const element = node.parentElement
      if (text === '' || element === null || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      if (isCut(range.getBoundingClientRect(), ancestors(element))) found.push(`cut off: ${text}`)
    }
    for (const control of document.querySelectorAll('button, a, input, select'))
      if (
        isShown(control) &&
        isCut(control.getBoundingClientRect(), ancestors(control.parentElement ?? document.body))
      )
        found.push(`cut off: ${control.ariaLabel ?? control.textContent}`)
    for (const row of document.querySelectorAll('button, a, li, [role="option"]')) {
      const { clientHeight, scrollHeight } = row
      if (
        isShown(row) &&
        clientHeight > 0 &&
        scrollHeight > clientHeight + 2 &&
        styleOf(row).overflowY === 'visible'
      )
        found.push(`too high: ${row.textContent}`)
    }
    return [...new Set(found)]
  })
