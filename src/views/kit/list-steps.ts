/** Where the keys that move the focus in a list of one tab stop take it, from `place` of 0 to `last`. */
export const LIST_STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => Math.min(last, place + 1),
  ArrowUp: (place) => Math.max(0, place - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Whether a key is held with one that makes it the browser's. */
export const isModified = (event: { altKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean =>
  event.altKey || event.ctrlKey || event.metaKey
