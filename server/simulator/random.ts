import { mixBits } from '#domain/numbers.ts'

/** A random number generator; the same seed gives the same numbers on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [from, to). */
  between(from: number, to: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** One of the items. Throws a RangeError if there are none. */
  pick<T>(items: readonly T[]): T
}

/** A 32-bit hash of the parts in their order (FNV-1a, then mixed). */
export const hashOf = (...parts: ReadonlyArray<string | number>): number => {
  let hash = 2166136261
  for (const part of parts) {
    const text = String(part)
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
    hash = Math.imul(hash ^ 31, 16777619)
  }
  return mixBits(hash)
}

/** Hashes an integer to a fraction in [0, 1). */
export const fraction = (value: number): number => mixBits(value) / 4294967296

/** Mulberry32 as a plain function; seeds the bends of roads. */
export const mulberry = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }
}

export const createRandom = (seed: number): Random => {
  const next = mulberry(seed)
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('There is nothing to pick from.')
      return item
    },
  }
}
