import { TerraDrawGoogleMapsAdapter } from 'terra-draw-google-maps-adapter'
import type { DrawAdapter } from '../draw/terra-draw-tool.ts'

/** terra-draw's adapter for a Google map. Presses on markers draw too. */
export const createDrawAdapter = (map: google.maps.Map): DrawAdapter =>
  new TerraDrawGoogleMapsAdapter({ lib: google.maps, map, forwardMapElementEvents: true })
