import { TEXTS } from '#contract/texts.ts'

/** Writes what the specification wants written where Google Maps does not load (MAP-48), and why. Returns it for the screen. */
export const reportGoogleFailure = (reason: unknown): string => {
  console.error(TEXTS.mapLoadError)
  console.warn(reason instanceof Error ? reason.message : String(reason))
  return TEXTS.mapLoadError
}
