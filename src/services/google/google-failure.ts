import { TEXTS } from '#contract/texts.ts'

/** Logs the specified load error of Google Maps (MAP-48) and its reason. Returns the message for the screen. */
export const reportGoogleFailure = (reason: unknown): string => {
  console.error(TEXTS.mapLoadError)
  console.warn(reason instanceof Error ? reason.message : String(reason))
  return TEXTS.mapLoadError
}
