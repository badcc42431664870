/** A queue that hands out the number with the least cost first. */
export type Heap = { readonly size: number; push(cost: number, item: number): void; pop(): number }

/** A binary heap over two growing arrays. `pop` of an empty heap throws a RangeError. */
export const createHeap = (): Heap => {
  const costs: number[] = []
  const items: number[] = []
  const cost = (i: number) => costs[i] ?? Number.POSITIVE_INFINITY
  const swap = (i: number, j: number) => {
    const [a, b, c, d] = [costs[i], costs[j], items[i], items[j]]
    if (a === undefined || b === undefined || c === undefined || d === undefined) return
    costs[i] = b
    costs[j] = a
    items[i] = d
    items[j] = c
  }
  const sink = (from: number) => {
    let i = from
    for (;;) {
      const left = 2 * i + 1
      const least = cost(left + 1) < cost(left) ? left + 1 : left
      if (cost(least) >= cost(i)) return
      swap(i, least)
      i = least
    }
  }
  const rise = (from: number) => {
    let i = from
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (cost(parent) <= cost(i)) return
      swap(i, parent)
      i = parent
    }
  }
  return {
    get size() {
      return items.length
    },
    push: (value, item) => {
      costs.push(value)
      items.push(item)
      rise(items.length - 1)
    },
    pop: () => {
      swap(0, items.length - 1)
      costs.pop()
      const item = items.pop()
      if (item === undefined) throw new RangeError('The heap is empty.')
      sink(0)
      return item
    },
  }
}
