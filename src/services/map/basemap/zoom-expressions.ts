import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from 'maplibre-gl'

type Stop = number | string | ExpressionSpecification
type Value = DataDrivenPropertyValueSpecification<number>

/** A width or size that grows with the zoom like roads: pairs of zoom and px. */
export const growing = (...stops: Stop[]): Value =>
  ['interpolate', ['exponential', 1.45], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** A value that changes linearly with the zoom: pairs of zoom and value. */
export const between = (...stops: Stop[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** Degrees of longitude of the detailed area in the archive and the image; around it there are only land and sea. */
const ACROSS = 46
const TILE_PX = 512
/**
 * Everything is shown from this zoom on, which fills a screen of 1,920 px. Wider screens then show the edges of the
 * detailed area.
 */
const LATEST = 4.85

/** The zoom at which the detailed area fills a map of this width in px. */
const fillingZoom = (widthPx: number): number =>
  Math.min(LATEST, Math.log2((widthPx * 360) / (TILE_PX * ACROSS)))

/** The fade of layers that end at the edge of the detailed area, at zooms where that edge is visible. */
export type Fade = {
  /** The zoom below which they are invisible, and the one from which they are fully visible. */
  readonly minzoom: number
  readonly whole: number
  /** The opacity expression, `most` when fully visible. */
  readonly opacity: (most: number) => ExpressionSpecification
}

/** The fade for a map of this width in px. */
export const fadeOf = (widthPx: number): Fade => {
  const whole = Math.max(1, fillingZoom(widthPx))
  return {
    minzoom: whole - 1,
    whole,
    opacity: (most) => between(whole - 1, 0, whole, most),
  }
}
