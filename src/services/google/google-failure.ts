import { TEXTS } from '#contract/texts.ts'
import type { MapProblem } from '../map/map.port.ts'

/** Logs the specified load error of Google Maps (MAP-48) and its reason. Returns the problem for the screen. */
export const reportGoogleFailure = (reason: unknown): MapProblem => {
  console.error(TEXTS.mapLoadError)
  console.warn(reason instanceof Error ? reason.message : String(reason))
  return { code: 'googleMapFailed' }
}
