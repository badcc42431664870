const NARROW = 'maplibregl-compact'
const OPEN = 'maplibregl-compact-show'

/**
 * On a narrow map MapLibre opens the attribution by itself and covers a third of a phone's map. This folds it away each time it
 * becomes narrow, before that is seen; its button opens it. Ends with the element.
 */
export const foldCredit = (ground: HTMLElement): void => {
  const credit = ground.querySelector('.maplibregl-ctrl-attrib')
  if (credit === null) return
  const fold = () => credit.classList.remove(OPEN)
  if (credit.classList.contains(NARROW)) fold()
  new MutationObserver((changes) => {
    const wasWide = changes.some(({ oldValue }) => !(oldValue ?? '').split(' ').includes(NARROW))
    if (wasWide && credit.classList.contains(NARROW)) fold()
  }).observe(credit, { attributeFilter: ['class'], attributeOldValue: true })
}
