import * as z from 'zod/mini'
import { SELECTION } from '../constants.ts'
import { Id, IdText, ShortText } from './ids.ts'

const IstTime = z.stringFormat('istTime', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)

/** The filter of reports, the dashboard and the alert poll (RPT-04). An empty list means all of the caller's vehicles. */
export const ReportFilter = z.object({
  vehicleIds: z.optional(z.array(Id).check(z.maxLength(SELECTION.max))),
  vins: z.optional(z.array(ShortText).check(z.maxLength(SELECTION.max))),
  fromTsInIST: IstTime,
  toTsInIST: IstTime,
  groupNames: z.optional(z.array(ShortText).check(z.maxLength(SELECTION.max))),
  reportName: z.optional(ShortText),
  reportNames: z.optional(z.array(ShortText).check(z.maxLength(50))),
})
export type ReportFilter = z.infer<typeof ReportFilter>

/** The most vehicles or groups in a query. */
const MAX_OWNERS = 20

/** The vehicles and groups of a filter in a query; without them a reply is of all of the caller's vehicles. */
export const OwnerQuery = z.object({
  vehicleIds: z.optional(z.array(IdText).check(z.maxLength(MAX_OWNERS))),
  groupNames: z.optional(z.array(ShortText).check(z.maxLength(MAX_OWNERS))),
})
