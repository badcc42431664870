import type { Fix } from '#domain/fix.ts'
import type { Sent } from './types.ts'

/**
 * What a device says of one position. `unread` names the values beside time and place that are none of their kind; `unusable` says what is
 * wrong if the element was no position at all.
 */
export type Reading = {
  readonly fix: Fix
  readonly sent?: Sent
  readonly unread?: readonly string[]
  readonly unusable?: string
}

/** A position of a request, before its device is known. Its values are read only for a device that is: anybody can send them. */
export type DeviceReport = {
  readonly id: string | undefined
  readonly key: string | undefined
  readonly read: () => Reading
}

/** The whole request is unreadable; it is answered 400 with this message. */
export class UnreadableRequest extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableRequest'
  }
}

/** A fix that is always rejected. */
export const NO_FIX: Fix = { time: Number.NaN, lng: Number.NaN, lat: Number.NaN }

/** An element that contains no position, and why. */
export const noPosition = (unusable: string): Reading => ({ fix: NO_FIX, unusable })
