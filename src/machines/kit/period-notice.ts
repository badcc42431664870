import type { PeriodValidity } from '#domain/link-fields.ts'

/** The notice that a link's period could not be read has been closed; a choice of another filter closes it as well. */
export type PeriodNoticeEvent = { type: 'period.noticeClosed' }

/** Whether the notice of a screen whose link's period could not be read is open. */
export const selectIsPeriodInvalid = ({ context }: { readonly context: PeriodValidity }) =>
  context.isPeriodInvalid
