/** Where the keys that move the focus in a list of one tab stop take it, from `place` of 0 to `last`. */
export const LIST_STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => Math.min(last, place + 1),
  ArrowUp: (place) => Math.max(0, place - 1),
  Home: () => 0,
  End: (_, last) => last,
}
