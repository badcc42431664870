import { TEXTS } from './texts.ts'

/** What the page itself finds wrong, in English; `{name}` is a parameter. The views have it in the user's language. */
export const PAGE_ERRORS = {
  playbackTooManyPoints:
    'The range holds {points} points; at most {most} can be played. Choose a shorter range.',
  playbackFileTooLarge: 'The playback file holds more than {megabytes} MiB. Choose a shorter range.',
  playbackFileEmpty: 'The playback file is empty.',
  playbackFileDamaged: 'The playback file is damaged or was cut short. Try again.',
  playbackFileNoJson: 'The playback file is no readable JSON.',
  playbackFileNoData: 'The playback file has no list of points.',
  playbackFileUnusable:
    'None of the {count} points of the playback file has a usable place and time. Choose another range.',
  playbackFileForeign: 'The playback file lies on a server that is not ours.',
  playbackFileGone:
    'The playback file is not there any more (status {status}). Press GO to ask for it again.',
  playbackSessionEnded: 'The session has ended. Log in again to play the route.',
  googleMapFailed: TEXTS.mapLoadError,
  mapWithoutWebGl:
    'The map could not be shown: this browser offers no WebGL 2. Turn on hardware acceleration, or use another browser.',
  mapNotStarted:
    'The map could not be shown. Reload the page and try again; if the problem persists, contact support.',
  mapStyleFailed:
    'The configured map style could not be loaded. The bundled map is shown instead. Reload the page to try again.',
  mapPartFailed:
    'Some of the data of the map could not be read. It is read again when the map moves; if parts stay missing, reload the page.',
  pagePartNotLoaded: 'Part of the page could not be loaded. Check the connection and reload the page.',
} as const
export type PageErrorCode = keyof typeof PAGE_ERRORS

export const isPageErrorCode = (text: unknown): text is PageErrorCode =>
  typeof text === 'string' && Object.hasOwn(PAGE_ERRORS, text)
