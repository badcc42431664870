import { PASSWORD_LENGTH } from '#domain/password.ts'
import type { VehicleStatus } from '#domain/status.ts'

/** Texts that several features share. */
export const KIT = {
  retry: 'Retry',
  clearSearch: 'Clear search',
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading…',
  checkConnection: 'Check the connection and try again.',
  serverAway: 'The server cannot be reached. Check the connection and try again.',
  noPosition: 'No position yet',
  back: 'Back to the fleet',
  live: 'Live',
  playback: 'Playback',
  follow: 'Follow',
  ok: 'OK',
  showPassword: 'Show characters',
  dismissMessage: 'Dismiss message',
  foldSheet: (name: string) => `Fold ${name}`,
  openSheet: (name: string) => `Open ${name}`,
  adblueLevel: 'AdBlue level',
  truck: 'Truck',
  soon: 'Soon',
} as const

/** How old a position is. */
export const AGO = {
  duration: (duration: string) => `${duration} ago`,
  days: (days: number) => `${days} days ago`,
} as const

/** Of a vehicle's status; an unknown one means that nothing recent is known (CONFLICT-02). */
export const STATUS_LABEL: Readonly<Record<VehicleStatus | 'OTHER', string>> = {
  RUNNING: 'Running',
  IDLE: 'Idle',
  STOPPED: 'Stopped',
  KEYON: 'Key on',
  OFFLINE: 'Offline',
  OTHER: 'No Recent Data',
}

/** A status whose last fix is too old to be live (OPEN-40). */
export const lateStatus = (label: string): string => `${label}, late`

/** The hour picker and the notice of a range without points. */
export const HOUR_PICKER = {
  untilNow: 'until now',
  currentHour: (hour: string) => `${hour} means until now.`,
  hours: 'Hour',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  showLast: (date: string) => `Show the last positions, ${date}`,
} as const

/** What a new password must be (OPEN-28). */
export const PASSWORD_RULE = {
  lead: `At least ${PASSWORD_LENGTH.min} characters, with a lowercase letter, an uppercase letter and a digit.`,
  next: 'New password',
  again: 'Confirm new password',
  tooShort: `Use at least ${PASSWORD_LENGTH.min} characters`,
  tooPlain: 'Use a lowercase letter, an uppercase letter and a digit',
  different: 'Passwords do not match',
} as const
