import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from 'maplibre-gl'

type Stop = number | string | ExpressionSpecification
type Value = DataDrivenPropertyValueSpecification<number>

/** A width or size that grows with the zoom as roads do: pairs of zoom and px. */
export const growing = (...stops: Stop[]): Value =>
  ['interpolate', ['exponential', 1.45], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** A value that changes evenly with the zoom: pairs of zoom and value. */
export const between = (...stops: Stop[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification
