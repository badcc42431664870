import { TerraDrawGoogleMapsAdapter } from 'terra-draw-google-maps-adapter'
import type { PenAdapter } from '../draw/terra-pen.ts'

/** Ties the pen to a Google map; presses on markers draw too. */
export const createDrawAdapter = (map: google.maps.Map): PenAdapter =>
  new TerraDrawGoogleMapsAdapter({ lib: google.maps, map, forwardMapElementEvents: true })
