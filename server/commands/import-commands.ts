import { parseArgs } from 'node:util'
import { englishProblemText } from '#contract/import-problems.ts'
import { driveLinkSearch, PLAYBACK_LINK_PATH } from '#contract/links/playback.ts'
import { DATE_ORDERS, type DateOrder } from '#domain/date-order.ts'
import { PLACE_ORDERS, type PlaceOrder } from '#domain/place-order.ts'
import { unitSign } from '#domain/unit-names.ts'
import { type Gallon, KMPH_PER, type SpeedUnit } from '#domain/units.ts'
import type { Columns } from '../import/csv-columns.ts'
import type { ImportSummary, Question } from '../import/import.service.ts'
import { fileProblemText, type Rejections, type UnitChoices } from '../import/readings.ts'
import { isSpoiltName } from '../import/vehicle-names.ts'
import { portalUrlOf, type ServerAddress } from '../server-address.ts'
import { BadArguments, checkTimeZone } from './command.ts'

/** The arguments of `npm run import`. */
export type ImportRequest = {
  readonly files: readonly string[]
  readonly company: string | undefined
  readonly newCompany: boolean
  readonly dryRun: boolean
  readonly timeZone: string | undefined
  readonly units: UnitChoices
  readonly dateOrder: DateOrder | undefined
  readonly placeOrder: PlaceOrder | undefined
  readonly vehicle: string | undefined
}

const SPEED_UNITS = [...Object.keys(KMPH_PER), 'none']
/** An order of dates or places as the option names it. */
const orderOption = (order: DateOrder | PlaceOrder): string => order.replace('First', '-first')
const DATE_OPTIONS: readonly string[] = DATE_ORDERS.map(orderOption)
const PLACE_OPTIONS: readonly string[] = PLACE_ORDERS.map(orderOption)
const GALLONS: Readonly<Record<string, Gallon>> = { us: 'usGallon', imperial: 'imperialGallon' }

export const USAGE = `Usage: npm run import -- FILE… [options]

Imports positions. Files: GPX 1.0 and 1.1, CSV with a header line, route reports as CSV, KML with gx:Track, GeoJSON with times.

  --company NAME    the company's name or number (the first one; 'My fleet' where there is none)
  --new-company     adds the company if there is none of that name; without it a terminal is asked
  --vehicle NAME    the registration, where the file does not name it
  --tz ZONE         zone of times without one, for example Asia/Kolkata or UTC (the company's zone)
  --speed-unit UNIT ${SPEED_UNITS.join(', ')} (what the file says, else kmph; none leaves speeds out)
  --gallons WHICH   us or imperial, where the file says only gallons
  --dates ORDER     ${DATE_OPTIONS.join(', ')}, where the file leaves the order of its dates open
  --places ORDER    ${PLACE_OPTIONS.join(', ')}, where the file leaves open which number of its places is which
  --dry-run         reads and compares, and stores nothing`

/** Reads the command line. Throws `BadArguments`, and a TypeError for unknown options. */
export const readArguments = (args: readonly string[]): ImportRequest => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      'new-company': { type: 'boolean' },
      vehicle: { type: 'string' },
      tz: { type: 'string' },
      'speed-unit': { type: 'string' },
      gallons: { type: 'string' },
      dates: { type: 'string' },
      places: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  })
  if (positionals.length === 0) throw new BadArguments('Name at least one file.')
  if (values.company?.trim() === '') throw new BadArguments('--company needs a name.')
  if (values.vehicle?.trim() === '') throw new BadArguments('--vehicle needs a name.')
  if (values.vehicle !== undefined && isSpoiltName(values.vehicle.trim()))
    throw new BadArguments(`--vehicle needs a registration, not a number such as '${values.vehicle}'.`)
  const unit = values['speed-unit']
  if (unit !== undefined && !SPEED_UNITS.includes(unit))
    throw new BadArguments(`--speed-unit must be one of ${SPEED_UNITS.join(', ')}, not '${unit}'.`)
  const { gallons } = values
  if (gallons !== undefined && !Object.hasOwn(GALLONS, gallons))
    throw new BadArguments(`--gallons must be us or imperial, not '${gallons}'.`)
  const { dates } = values
  if (dates !== undefined && !DATE_OPTIONS.includes(dates))
    throw new BadArguments(`--dates must be one of ${DATE_OPTIONS.join(', ')}, not '${dates}'.`)
  const { places } = values
  if (places !== undefined && !PLACE_OPTIONS.includes(places))
    throw new BadArguments(`--places must be one of ${PLACE_OPTIONS.join(', ')}, not '${places}'.`)
  if (values.tz !== undefined) checkTimeZone(values.tz)
  return {
    files: positionals,
    company: values.company,
    newCompany: values['new-company'] ?? false,
    dryRun: values['dry-run'] ?? false,
    timeZone: values.tz,
    units: {
      speed: unit as SpeedUnit | 'none' | undefined,
      gallon: gallons === undefined ? undefined : GALLONS[gallons],
    },
    dateOrder: DATE_ORDERS.find((order) => orderOption(order) === dates),
    placeOrder: PLACE_ORDERS.find((order) => orderOption(order) === places),
    vehicle: values.vehicle,
  }
}

const count = (value: number): string => value.toLocaleString('en-IN').padStart(12)

const counted = (value: number, one: string): string =>
  `${value.toLocaleString('en-IN')} ${value === 1 ? one : `${one}s`}`

const headline = (
  { read }: ImportSummary,
  { company, dryRun, seconds }: { company: string; dryRun: boolean; seconds: number },
): string => {
  if (dryRun) return `Dry run for ${company}: nothing was stored.`
  if (read === 0) return `No positions were found for ${company}.`
  return `Imported into ${company} in ${seconds.toFixed(1)} s.`
}

const listed = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`

const LISTED_LOGINS = 5
/** Most columns named that are not read. */
const COLUMNS_LISTED = 60

/** What to do after an import: whose login sees the vehicles, and where the portal plays the first drive. */
export const nextStepsText = ({
  company,
  timeZone,
  logins,
  firstDrive,
  server,
}: {
  readonly company: string
  readonly timeZone: string
  readonly logins: readonly string[]
  readonly firstDrive: ImportSummary['firstDrive']
  readonly server: { readonly address: ServerAddress; readonly isRunning: boolean }
}): string => {
  const url = portalUrlOf(server.address)
  const link =
    firstDrive === undefined
      ? url
      : `${url}${PLAYBACK_LINK_PATH}${driveLinkSearch({ ...firstDrive, place: firstDrive, timeZone })}`
  const more = logins.length > LISTED_LOGINS ? ` and ${logins.length - LISTED_LOGINS} more` : ''
  return [
    logins.length === 0
      ? `No login of ${company} sees them yet. Add one: npm run user -- add NAME --role CUSTOMERADMIN --company "${company}"`
      : `Seen by the logins: ${logins.slice(0, LISTED_LOGINS).join(', ')}${more}`,
    ...(server.isRunning ? [] : ['Start the server: npm start']),
    `${firstDrive === undefined ? 'The portal' : 'The first drive'}: ${link}`,
  ].join('\n')
}

/** Speeds whose positions say `ratio` times as much. */
const timesText = (ratio: number): string =>
  ratio < 1 ? `${(1 / ratio).toFixed(1)} times higher` : `${ratio.toFixed(1)} times lower`

const questionText = (question: Question): string => {
  switch (question.kind) {
    case 'gallon':
      return `the column “${question.column}” may be in US or imperial gallons. Say which: --gallons us, or --gallons imperial.`
    case 'speed':
      return `${question.vehicle === null ? 'the speeds' : `speeds of ${question.vehicle}, not of the whole file`}, read in ${unitSign(question.readAs)}, are ${timesText(question.ratio)} than the positions say: they look like ${unitSign(question.looksLike)}. Say what they are: --speed-unit ${question.looksLike}, --speed-unit ${question.readAs} to take them as they are, or --speed-unit none to leave them out.`
    case 'vehicle':
      return 'names no vehicle, and its own name is a date. Say which it is: --vehicle NAME.'
    case 'dates':
      return `the dates, such as “${question.example}”, may be read in ${question.readings.length} orders. Say which: ${question.readings.map(({ order, day }) => `--dates ${orderOption(order)}${day === null ? '' : ` (${day})`}`).join(', or ')}.`
    case 'places':
      return `the places, such as “${question.example}”, may have the latitude or the longitude first. Say which: ${PLACE_OPTIONS.map((option) => `--places ${option}`).join(', or ')}.`
  }
}

/** What the files leave open, and the option that decides it; a line each. */
export const questionsText = (questions: readonly Question[]): string =>
  questions.map((question) => `${question.file}: ${questionText(question)}`).join('\n')

/** Collects which column of each file is read as what and in which unit; files with the same columns are one. */
export const createColumnList = () => {
  const files = new Map<string, string[]>()
  return {
    onColumns: (headers: readonly string[], columns: Columns, file: string): void => {
      const lines = headers.flatMap((header, at) => {
        const [meaning, column] =
          Object.entries(columns).find(([, { at: own, unitAt }]) => own === at || unitAt === at) ?? []
        const name = header.trim().slice(0, 40)
        if (meaning === undefined || name === '') return []
        return [`  ${name}: ${meaning}${column?.unit === undefined ? '' : `, ${unitSign(column.unit)}`}`]
      })
      const used = new Set(Object.values(columns).flatMap(({ at, unitAt = at }) => [at, unitAt]))
      const others = headers.flatMap((header, at) =>
        used.has(at) || header.trim() === '' ? [] : [header.trim().slice(0, 40)],
      )
      if (others.length > 0)
        lines.push(
          `  not read: ${others.slice(0, COLUMNS_LISTED).join(', ')}${others.length > COLUMNS_LISTED ? ` and ${others.length - COLUMNS_LISTED} more` : ''}`,
        )
      const text = lines.join('\n')
      const known = files.get(text)
      if (known === undefined) files.set(text, [file])
      else if (!known.includes(file)) known.push(file)
    },
    text: (): string =>
      [...files].map(([lines, names]) => `Columns of ${listed(names)}:\n${lines}`).join('\n'),
  }
}

/** The summary printed after an import. */
export const summaryText = (
  summary: ImportSummary,
  rejections: Rejections,
  run: { readonly company: string; readonly dryRun: boolean; readonly seconds: number },
): string => {
  const lines = [
    headline(summary, run),
    `  read      ${count(summary.read)}`,
    `  stored    ${count(summary.stored)}${run.dryRun ? ' (would be)' : ''}${summary.flagged > 0 ? `, ${summary.flagged} of them doubtful` : ''}`,
    `  duplicate ${count(summary.duplicate)}`,
    `  rejected  ${count(summary.rejected)}`,
  ]
  if (summary.vehicles.length > 0)
    lines.push(
      `  ${counted(summary.vehicles.length, 'vehicle')} (${summary.newVehicles.length} new), ${counted(summary.days, 'vehicle-day')} written`,
    )
  if (summary.newVehicles.length > 0) lines.push(`  new: ${listed(summary.newVehicles)}`)
  if (summary.questions.length > 0) lines.push('', 'To be said first:', questionsText(summary.questions))
  if (summary.leftOut.length > 0)
    lines.push('', 'Left out:', ...summary.leftOut.map((each) => `  ${fileProblemText(each)}`))
  if (summary.failed.length > 0) {
    lines.push('', 'Not stored (import the files again after the cause is removed):')
    for (const { vehicle, fixes, reason } of summary.failed)
      lines.push(`  ${vehicle}, ${counted(fixes, 'position')}: ${reason}`)
  }
  if (rejections.total() > 0) {
    lines.push('', 'Rejected:')
    for (const [problem, times] of rejections.byProblem())
      lines.push(`${count(times)}  ${englishProblemText(problem)}`)
    lines.push('')
    for (const rejection of rejections.first()) lines.push(`  ${fileProblemText(rejection)}`)
    const file = rejections.file()
    if (file !== undefined) lines.push(`  … all ${rejections.total()} are in ${file}`)
  }
  return lines.join('\n')
}
