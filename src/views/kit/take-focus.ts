/**
 * A ref for a panel that takes the place of another: takes the focus that went with the other's button, so that the
 * keyboard goes on from here. Leaves a focus that is somewhere alone.
 */
export const takeFocus = (panel: HTMLElement | null): void => {
  if (panel?.ownerDocument.activeElement === panel?.ownerDocument.body) panel?.focus({ preventScroll: true })
}
