import { parseArgs } from 'node:util'
import { KMPH_PER } from './csv-fix.ts'

/** What `npm run import` was asked to do. */
export type ImportRequest = {
  readonly files: readonly string[]
  readonly company: string | undefined
  readonly dryRun: boolean
  readonly timeZone: string | undefined
  readonly kmphPerUnit: number | undefined
  readonly vehicle: string | undefined
}

export const USAGE = `Usage: npm run import -- FILE… [options]

Files: GPX 1.0 and 1.1, CSV with a header line, route reports as CSV.

  --company NAME    the company's name or number (the first one; 'My fleet' is made where there is none)
  --vehicle NAME    the registration, where the file does not name it
  --tz ZONE         zone of times without one, for example Asia/Kolkata or UTC (the company's zone)
  --speed-unit UNIT ${Object.keys(KMPH_PER).join(', ')} (what the header says, else kmph)
  --dry-run         reads and compares, and stores nothing`

/** A request that makes no sense; the message says why. */
export class BadArguments extends Error {}

const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

/** Reads the command line. Throws `BadArguments`. */
export const readArguments = (args: readonly string[]): ImportRequest => {
  const parse = () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        company: { type: 'string' },
        vehicle: { type: 'string' },
        tz: { type: 'string' },
        'speed-unit': { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
    })
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse()
  } catch (failure) {
    throw new BadArguments(messageOf(failure))
  }
  const { values, positionals } = parsed
  if (positionals.length === 0) throw new BadArguments('Name at least one file.')
  const unit = values['speed-unit']
  if (unit !== undefined && !(unit in KMPH_PER))
    throw new BadArguments(`--speed-unit must be one of ${Object.keys(KMPH_PER).join(', ')}, not '${unit}'.`)
  try {
    if (values.tz !== undefined) new Intl.DateTimeFormat('en', { timeZone: values.tz })
  } catch {
    throw new BadArguments(`There is no time zone '${values.tz}'. An example: Asia/Kolkata.`)
  }
  return {
    files: positionals,
    company: values.company,
    dryRun: values['dry-run'] ?? false,
    timeZone: values.tz,
    kmphPerUnit: unit === undefined ? undefined : KMPH_PER[unit],
    vehicle: values.vehicle,
  }
}
