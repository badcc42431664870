import type { Map as MapLibreMap } from 'maplibre-gl'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { DrawAdapter } from '../draw/terra-draw-tool.ts'
import { DRAWING_PREFIX } from './basemap.ts'

/** terra-draw's adapter for a MapLibre map. */
export const createDrawAdapter = (map: MapLibreMap): DrawAdapter =>
  new TerraDrawMapLibreGLAdapter({ map, prefixId: DRAWING_PREFIX })
