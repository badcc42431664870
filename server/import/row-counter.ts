import { metresBetween } from '#domain/geo.ts'
import { LONGEST_WRITTEN } from '#domain/written-number.ts'
import { RULES } from '../rules/limits.ts'

/** A place in degrees and a time in ms UTC, NaN where they cannot be read. */
export type Where = { readonly lng: number; readonly lat: number; readonly time: number }

/** So many rows at least make a count, and so many are looked at for whether one vehicle can have driven them. */
const LEAST_ROWS = 3
const SAMPLE = 50
/** The share of steps that no vehicle can have made, as a noisy receiver has them. */
const MOST_JUMPS = 0.1
/** Metres within which two places are one. */
const ONE_PLACE_M = 200

/** Numbers of rows, perhaps behind a word for a point. */
const NUMBERED =
  /^(?:(?:way|track)?[\s_]?(?:point|pt|pkt|punkt)|wpt|trkpt|pos(?:ition)?|loc(?:ation)?|fix|row|record|line|entry|sample|log)?[\s_#.:-]*(\d{1,15})(?:\.0+)?$/i

const isJump = (from: Where, to: Where): boolean => {
  const metres = metresBetween([from.lng, from.lat], [to.lng, to.lat])
  const hours = Math.abs(to.time - from.time) / 3_600_000
  return metres > ONE_PLACE_M && !(metres / 1000 <= RULES.fastestKmph * hours)
}

/**
 * Tells a column that counts the rows of one vehicle from one that numbers vehicles: its numbers go up or down from row to row, and one
 * vehicle can have driven from each row to the next.
 */
export const createRowCounter = () => {
  let rows = 0
  let isFilled = false
  let last: number | undefined
  let isRising = true
  let isFalling = true
  let isByOne = true
  let jumps = 0
  let before: Where | undefined

  const noteNumber = (number: number): void => {
    if (last !== undefined) {
      isRising &&= number > last
      isFalling &&= number < last
      isByOne &&= Math.abs(number - last) === 1
    }
    last = number
  }

  return {
    note: (text: string, where: () => Where): void => {
      if (text === '') return
      isFilled = true
      if (!isRising && !isFalling) return
      rows += 1
      const [, number] = text.length > LONGEST_WRITTEN ? [] : (NUMBERED.exec(text) ?? [])
      if (number === undefined) isRising = isFalling = false
      else noteNumber(Number(number))
      if (rows > SAMPLE) return
      const here = where()
      if (before !== undefined && isJump(before, here)) jumps += 1
      before = here
    },
    isFilled: (): boolean => isFilled,
    countsRows: (mayHaveGaps: boolean): boolean =>
      rows >= LEAST_ROWS &&
      (isRising || isFalling) &&
      (isByOne || mayHaveGaps) &&
      jumps <= MOST_JUMPS * Math.min(rows, SAMPLE),
  }
}

/** What a column tells of whether it counts rows. */
export type RowCounter = ReturnType<typeof createRowCounter>
