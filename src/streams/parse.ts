import * as z from 'zod/mini'

/** What is done with a message that is not what it should be; it is then left out (ST-20). */
export type ReportMalformed = (data: string) => void

/** Reads a message's JSON by its schema; undefined, after a report, where it does not fit. */
export const parseMessage = <T>(
  schema: z.ZodMiniType<T>,
  data: string,
  reportMalformed: ReportMalformed,
): T | undefined => {
  try {
    return z.parse(schema, JSON.parse(data))
  } catch {
    reportMalformed(data)
    return undefined
  }
}
