import type { PeriodReading } from '#domain/link-fields.ts'

/** The notice that a link's period could not be read has been closed; a choice of another filter closes it as well. */
export type UnreadPeriodEvent = { type: 'period.noticeClosed' }

/** Whether the notice of a screen whose link's period could not be read is open. */
export const selectIsPeriodUnread = ({ context }: { readonly context: PeriodReading }) =>
  context.isPeriodUnread
