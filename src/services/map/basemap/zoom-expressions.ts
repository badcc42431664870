import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from 'maplibre-gl'

type Stop = number | string | ExpressionSpecification
type Value = DataDrivenPropertyValueSpecification<number>

/** A width or size that grows with the zoom as roads do: pairs of zoom and px. */
export const growing = (...stops: Stop[]): Value =>
  ['interpolate', ['exponential', 1.45], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** A value that changes evenly with the zoom: pairs of zoom and value. */
export const between = (...stops: Stop[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** Degrees of longitude that the archive and the imagery show in detail; around it there is land and sea alone. */
const ACROSS = 46
const TILE_PX = 512
/** From this zoom on, which fills a map on a screen of 1,920 px, the lines are all there; on a wider one their ends then show at its sides. */
const LATEST = 4.85

/** The zoom at which what is shown in detail fills a map so many px wide. */
const fillingZoom = (widthPx: number): number =>
  Math.min(LATEST, Math.log2((widthPx * 360) / (TILE_PX * ACROSS)))

/** How what ends at the edge of the detail fades further out, where it would be seen to end. */
export type Fade = {
  /** The zoom further out than which nothing of it shows, and the one from which it is all there. */
  readonly minzoom: number
  readonly whole: number
  /** Its opacity, which is `most` once it is all there. */
  readonly opacity: (most: number) => ExpressionSpecification
}

/** The fade on a map so many px wide. */
export const fadeOf = (widthPx: number): Fade => {
  const whole = Math.max(1, fillingZoom(widthPx))
  return {
    minzoom: whole - 1,
    whole,
    opacity: (most) => between(whole - 1, 0, whole, most),
  }
}
