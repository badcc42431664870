import type { Fix } from '#domain/fix.ts'

/** A position of a request, before its device is known. `unusable` says what is wrong if the element was no position at all. */
export type DeviceReport = {
  readonly id: string | undefined
  readonly key: string | undefined
  readonly fix: Fix
  readonly unusable?: string
}

/** The whole request is unreadable; it is answered 400 with this message. */
export class UnreadableRequest extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableRequest'
  }
}

/** A fix that is always rejected, for elements that contain none. */
export const NO_FIX: Fix = { time: Number.NaN, lng: Number.NaN, lat: Number.NaN }
