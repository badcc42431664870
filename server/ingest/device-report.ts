import type { Fix } from '#domain/fix.ts'

/** One position of a request before it is known whose it is. `unusable` names what was wrong with it, where it was no position at all. */
export type DeviceReport = {
  readonly id: string | undefined
  readonly key: string | undefined
  readonly fix: Fix
  readonly unusable?: string
}

/** The request as a whole could not be read: answered 400 with this message. */
export class UnreadableRequest extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableRequest'
  }
}

/** A fix that the rules will refuse, for elements that hold none. */
export const NO_FIX: Fix = { time: Number.NaN, lng: Number.NaN, lat: Number.NaN }
