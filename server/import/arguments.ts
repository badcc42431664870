import { parseArgs } from 'node:util'
import { KMPH_PER, type SpeedUnit } from '#domain/units.ts'
import { BadArguments } from '../command.ts'

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

Imports positions. Files: GPX 1.0 and 1.1, CSV with a header line, route reports as CSV.

  --company NAME    the company's name or number (the first one; 'My fleet' is made where there is none)
  --vehicle NAME    the registration, where the file does not name it
  --tz ZONE         zone of times without one, for example Asia/Kolkata or UTC (the company's zone)
  --speed-unit UNIT ${Object.keys(KMPH_PER).join(', ')} (what the header says, else kmph)
  --dry-run         reads and compares, and stores nothing`

/** Reads the command line. Throws `BadArguments`, and a TypeError for options that do not exist. */
export const readArguments = (args: readonly string[]): ImportRequest => {
  const { values, positionals } = parseArgs({
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
  if (positionals.length === 0) throw new BadArguments('Name at least one file.')
  if (values.vehicle?.trim() === '') throw new BadArguments('--vehicle needs a name.')
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
    kmphPerUnit: unit === undefined ? undefined : KMPH_PER[unit as SpeedUnit],
    vehicle: values.vehicle,
  }
}
