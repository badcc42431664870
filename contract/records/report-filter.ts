import * as z from 'zod/mini'
import { Id, ShortText } from './ids.ts'

/** Most vehicles one selection takes (MAP-52). */
const MAX_SELECTION = 250
const IstTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/))

/** What reports, the dashboard and the alert poll are asked with (RPT-04); an empty list means all of the caller's vehicles. */
export const ReportFilter = z.object({
  vehicleIds: z.optional(z.array(Id).check(z.maxLength(MAX_SELECTION))),
  vins: z.optional(z.array(ShortText).check(z.maxLength(MAX_SELECTION))),
  fromTsInIST: IstTime,
  toTsInIST: IstTime,
  groupNames: z.optional(z.array(ShortText).check(z.maxLength(MAX_SELECTION))),
  reportName: z.optional(ShortText),
  reportNames: z.optional(z.array(ShortText).check(z.maxLength(50))),
})
export type ReportFilter = z.infer<typeof ReportFilter>
