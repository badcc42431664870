import type { Track } from './track.ts'

/** Points per piece of the file. */
const POINTS_A_PIECE = 2_000

/** A number with at most `decimals` decimals, without trailing zeros; '' if it is unknown. */
export const figure = (value: number | undefined, decimals: number): string =>
  value === undefined || !Number.isFinite(value) ? '' : String(Number(value.toFixed(decimals)))

/** Degrees to a tenth of a metre. */
export const degrees = (value: number | undefined): string => figure(value, 6)

/** The time of a point, ISO 8601 in UTC. */
export const timeAt = (track: Track, index: number): string => new Date(track.time[index] ?? 0).toISOString()

/** The points from `from` to before `to` as text, many at a time. */
export function* pieces(from: number, to: number, write: (index: number) => string): Generator<string> {
  for (let start = from; start < to; start += POINTS_A_PIECE) {
    const end = Math.min(to, start + POINTS_A_PIECE)
    let piece = ''
    for (let index = start; index < end; index++) piece += write(index)
    yield piece
  }
}

/** The unbroken stretches of a track, each from its first point to before `to` (OPEN-37). */
export function* segmentsOf({ length, breaks }: Track): Generator<readonly [from: number, to: number]> {
  let from = 0
  for (let index = 0; index < length; index++) {
    if (breaks[index] !== 1 && index + 1 < length) continue
    yield [from, index + 1]
    from = index + 1
  }
}

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for an element or attribute; characters that XML 1.0 cannot hold are left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITY[character] ?? '')
