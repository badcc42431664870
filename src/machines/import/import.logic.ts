import type { ImportChoices, PositionImport } from '#contract/records/position-import.ts'

/** The file decides all. */
export const NO_CHOICES: ImportChoices = {
  ...{ vehicle: null, timeZone: null, speedUnit: null, gallon: null },
  ...{ dateOrder: null, placeOrder: null },
}

/** Whether the server reads or stores an upload now. */
export const isAtWork = (upload: PositionImport | null): boolean =>
  upload?.state === 'checking' || upload?.state === 'storing'

/** Whether an upload has begun and was not imported: it is sent now from another page, or its sending was interrupted. */
export const isUnderway = (upload: PositionImport | null): boolean =>
  upload?.state === 'uploading' || upload?.state === 'uploaded'

/** Whether the choices are those that an upload was read with last. */
export const isRead = (upload: PositionImport | null, choices: ImportChoices): boolean =>
  upload !== null &&
  upload.choices.vehicle === choices.vehicle &&
  upload.choices.timeZone === choices.timeZone &&
  upload.choices.speedUnit === choices.speedUnit &&
  upload.choices.gallon === choices.gallon &&
  upload.choices.dateOrder === choices.dateOrder &&
  upload.choices.placeOrder === choices.placeOrder

/** How far an upload is, 0 to 1. */
export const shareOf = (done: number, of: number): number => (of > 0 ? Math.min(1, done / of) : 0)
