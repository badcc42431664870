import { currentConventions } from '../conventions.ts'
import { texts } from '../texts.ts'

/** Texts that several features share. */
export const KIT = texts('kit.common', {
  retry: 'Retry',
  clearSearch: 'Clear search',
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading…',
  checkConnection: 'Check the connection and try again.',
  serverAway: 'The server cannot be reached. Check the connection and try again.',
  /** Of what is shown already. */
  notUpdated: 'Not up to date. {reason}',
  notReached: 'The server cannot be reached; trying again.',
  noPosition: 'No position yet',
  back: 'Back to the fleet',
  live: 'Live',
  playback: 'Playback',
  follow: 'Follow',
  ok: 'OK',
  showPassword: 'Show characters',
  dismissMessage: 'Dismiss message',
  foldSheet: 'Fold {name}',
  openSheet: 'Open {name}',
  adblueLevel: 'AdBlue level',
  truck: 'Truck',
  soon: 'Soon',
  map: 'Map',
  nearTown: '{distance} {direction} of {town}',
  dismissPopup: 'Dismiss popup',
  /** What the bundled map says of its roads and of its satellite image. */
  mapRoads: 'road network indicative',
  mapImagery: 'NASA Blue Marble, an overview without detail',
  languageNotLoaded:
    'Some texts could not be loaded in your language and are shown in English. Reload the page to try again.',
  /** A status whose last fix is too old to be live (OPEN-40). */
  lateStatus: '{status}, late',
  clockAhead: 'Its clock is {duration} ahead. Times are put right.',
})

/** What a map with this accessible name says, in the language and the units of the page. */
export const mapNames = (map: string) =>
  ({
    ...{ map, closePopup: KIT.dismissPopup, roads: KIT.mapRoads, imagery: KIT.mapImagery },
    scale: currentConventions().distance === 'mi' ? 'imperial' : 'metric',
  }) as const

/** A text with a limit. */
export const TEXT_FIELD = texts('kit.textField', {
  count: '{used} of {most} characters',
  tooLong: 'Use at most {most} characters. These are {used}.',
})

/** What a new password must be (OPEN-28). */
export const PASSWORD_RULE = texts('kit.passwords', {
  lead: 'At least {min} characters, with a lowercase letter, an uppercase letter and a digit.',
  next: 'New password',
  again: 'Confirm new password',
  tooShort: 'Use at least {min} characters',
  tooPlain: 'Use a lowercase letter, an uppercase letter and a digit',
  different: 'Passwords do not match',
})
