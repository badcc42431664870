import type { MapTheme } from '../map.port.ts'
import { COLOURS } from '../paint/colours.ts'

/** Every this many corners of a circle a handle is drawn; it is pulled by any part of its edge. */
const HANDLE_EVERY = 16
const HANDLE_PX = 6

const area = (theme: MapTheme) => ({
  fillColor: COLOURS[theme].accent,
  fillOpacity: 0.2,
  outlineColor: COLOURS[theme].accent,
  outlineWidth: 3,
})

/** A circle that is drawn. */
export const circleStyles = area

/** An outline that is drawn, with its corners. */
export const polygonStyles = (theme: MapTheme) => {
  const { accent, surface } = COLOURS[theme]
  return {
    ...area(theme),
    closingPointColor: accent,
    closingPointWidth: HANDLE_PX,
    closingPointOutlineColor: surface,
    closingPointOutlineWidth: 2,
    coordinatePointColor: surface,
    coordinatePointWidth: HANDLE_PX - 2,
    coordinatePointOutlineColor: accent,
    coordinatePointOutlineWidth: 2,
  }
}

/** A finished shape with its handles. */
export const selectStyles = (theme: MapTheme) => {
  const { accent, surface } = COLOURS[theme]
  const isHandle = ({ properties }: { properties: Record<string, unknown> }) =>
    !isOfCircle(properties) || Number(properties['index']) % HANDLE_EVERY === 0
  return {
    selectedPolygonColor: accent,
    selectedPolygonFillOpacity: 0.2,
    selectedPolygonOutlineColor: accent,
    selectedPolygonOutlineWidth: 3,
    selectionPointColor: surface,
    selectionPointOutlineColor: accent,
    selectionPointWidth: (feature: { properties: Record<string, unknown> }) =>
      isHandle(feature) ? HANDLE_PX : 0,
    selectionPointOutlineWidth: (feature: { properties: Record<string, unknown> }) =>
      isHandle(feature) ? 3 : 0,
    midPointColor: accent,
    midPointOutlineColor: surface,
    midPointWidth: HANDLE_PX - 2,
    midPointOutlineWidth: 1,
  }
}

/** The pen names a finished shape after its kind. */
const isOfCircle = (properties: Record<string, unknown>) => properties['selectionPointFeatureId'] === 'circle'
