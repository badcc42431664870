import type { Fix } from '#domain/fix.ts'

/** Marks an absent value in the byte columns of `FixColumns`. */
export const ABSENT = 255

/** Columns of numbers where NaN marks an absent value; `time`, `lng` and `lat` are always there. */
export const NUMBER_COLUMNS = [
  'time',
  'lng',
  'lat',
  'speed',
  'heading',
  'odo',
  'engineHours',
  'rpm',
  'fuel',
  'adblue',
] as const
/** Columns of bytes where `ABSENT` marks an absent value. Booleans are 0 and 1. */
export const BYTE_COLUMNS = ['ignition', 'neutral', 'adblueZone', 'dpf'] as const
/** Columns of bits, 0 where nothing is set. */
export const BIT_COLUMNS = ['events', 'derived'] as const

/** Fixes as columns of one length, in the units of `Fix`. */
export type FixColumns = { readonly length: number } & {
  readonly [Name in (typeof NUMBER_COLUMNS)[number]]: Float64Array
} & { readonly [Name in (typeof BYTE_COLUMNS)[number]]: Uint8Array } & {
  readonly [Name in (typeof BIT_COLUMNS)[number]]: Uint16Array
} & { readonly dtcs: Array<readonly string[] | null> }

/** Columns of `length` fixes with nothing in them yet. */
export const emptyColumns = (length: number): FixColumns => {
  const numbers = () => new Float64Array(length).fill(Number.NaN)
  const bytes = () => new Uint8Array(length).fill(ABSENT)
  return {
    length,
    time: numbers(),
    lng: numbers(),
    lat: numbers(),
    speed: numbers(),
    heading: numbers(),
    odo: numbers(),
    engineHours: numbers(),
    rpm: numbers(),
    fuel: numbers(),
    adblue: numbers(),
    ignition: bytes(),
    neutral: bytes(),
    adblueZone: bytes(),
    dpf: bytes(),
    events: new Uint16Array(length),
    derived: new Uint16Array(length),
    dtcs: new Array<null>(length).fill(null),
  }
}

const byteOf = (value: boolean | undefined): number => (value === undefined ? ABSENT : value ? 1 : 0)

/** The same fixes as columns, in the order given. */
export const columnsOf = (fixes: readonly Fix[]): FixColumns => {
  const columns = emptyColumns(fixes.length)
  fixes.forEach((fix, i) => {
    for (const name of NUMBER_COLUMNS) columns[name][i] = fix[name] ?? Number.NaN
    for (const name of BIT_COLUMNS) columns[name][i] = fix[name] ?? 0
    columns.ignition[i] = byteOf(fix.ignition)
    columns.neutral[i] = byteOf(fix.neutral)
    columns.adblueZone[i] = fix.adblueZone ?? ABSENT
    columns.dpf[i] = fix.dpf ?? ABSENT
    columns.dtcs[i] = fix.dtcs ?? null
  })
  return columns
}

const present = <TName extends string>(name: TName, value: number | undefined): { [N in TName]?: number } =>
  (value === undefined || Number.isNaN(value) ? {} : { [name]: value }) as { [N in TName]?: number }
const presentByte = (value: number | undefined): number | undefined => (value === ABSENT ? undefined : value)
const presentFlag = <TName extends string>(
  name: TName,
  value: number | undefined,
): { [N in TName]?: boolean } =>
  (value === undefined || value === ABSENT ? {} : { [name]: value === 1 }) as { [N in TName]?: boolean }

/** The fix in row `i`. Throws a RangeError where there is no such row. */
export const fixAt = (columns: FixColumns, i: number): Fix => {
  const { [i]: time } = columns.time
  const { [i]: lng } = columns.lng
  const { [i]: lat } = columns.lat
  if (time === undefined || lng === undefined || lat === undefined)
    throw new RangeError(`There is no fix ${i} among ${columns.length}.`)
  const dtcs = columns.dtcs[i]
  return {
    time,
    lng,
    lat,
    ...present('speed', columns.speed[i]),
    ...present('heading', columns.heading[i]),
    ...present('odo', columns.odo[i]),
    ...presentFlag('ignition', columns.ignition[i]),
    ...present('engineHours', columns.engineHours[i]),
    ...present('rpm', columns.rpm[i]),
    ...presentFlag('neutral', columns.neutral[i]),
    ...present('fuel', columns.fuel[i]),
    ...present('adblue', columns.adblue[i]),
    ...present('adblueZone', presentByte(columns.adblueZone[i])),
    ...present('dpf', presentByte(columns.dpf[i])),
    ...(dtcs ? { dtcs } : {}),
    ...present('events', columns.events[i] || undefined),
    ...present('derived', columns.derived[i] || undefined),
  }
}

/** Rows `rows` of the columns, in that order. */
export const pickRows = (columns: FixColumns, rows: ArrayLike<number>): FixColumns => {
  const picked = emptyColumns(rows.length)
  for (const name of [...NUMBER_COLUMNS, ...BYTE_COLUMNS, ...BIT_COLUMNS]) {
    const from = columns[name]
    const to = picked[name]
    for (let i = 0; i < rows.length; i += 1) to[i] = from[rows[i] ?? -1] ?? Number.NaN
  }
  for (let i = 0; i < rows.length; i += 1) picked.dtcs[i] = columns.dtcs[rows[i] ?? -1] ?? null
  return picked
}

/** Rows `from` to before `to`, as a copy. */
export const sliceColumns = (columns: FixColumns, from: number, to: number): FixColumns => {
  const start = Math.max(0, from)
  const length = Math.max(0, Math.min(to, columns.length) - start)
  const slice = emptyColumns(length)
  for (const name of [...NUMBER_COLUMNS, ...BYTE_COLUMNS, ...BIT_COLUMNS])
    slice[name].set(columns[name].subarray(start, start + length))
  for (let i = 0; i < length; i += 1) slice.dtcs[i] = columns.dtcs[start + i] ?? null
  return slice
}

/** All parts after one another. */
export const concatColumns = (parts: readonly FixColumns[]): FixColumns => {
  const whole = emptyColumns(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    for (const name of [...NUMBER_COLUMNS, ...BYTE_COLUMNS, ...BIT_COLUMNS]) whole[name].set(part[name], at)
    for (let i = 0; i < part.length; i += 1) whole.dtcs[at + i] = part.dtcs[i] ?? null
    at += part.length
  }
  return whole
}
