import {
  ALERT_COLUMNS,
  COUNTED_VEHICLE_COLUMNS,
  type ColumnKind,
  VEHICLE_WISE_COLUMNS,
} from '#contract/records/alert-columns.ts'
import { type AlertCounts, COUNT_COLUMNS } from '#contract/records/alerts.ts'
import type { AlertCode } from '#domain/alerts.ts'
import type { ListedAlert } from '#src/services/alerts/alert-store.ts'
import { ALERT_COLUMN } from '#src/texts/en/alerts.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { sortedBy } from '../kit/sort.ts'
import { descriptionText } from './alert-texts.ts'

/** A column of a table of alerts: its name, its heading, what it holds, and its least width in px. */
export type TableColumn = {
  readonly name: string
  readonly title: string
  readonly kind: ColumnKind | 'alert' | 'what'
  readonly width: number
}

const WIDTH: Readonly<Record<TableColumn['kind'], number>> = {
  registration: 150,
  alert: 170,
  what: 300,
  text: 140,
  description: 230,
  time: 170,
  place: 300,
  speed: 110,
  overspeed: 110,
  speedLimit: 110,
  engineSpeed: 110,
  distance: 120,
  duration: 110,
  volume: 110,
  volumeLimit: 110,
  odo: 130,
  count: 96,
}

/** Of 17 characters. */
const VIN_WIDTH = 200

/** A heading under the name that the specification gives the column; the name itself where there is none. */
const titleOf = (name: string): string => {
  const titles: Readonly<Record<string, string>> = ALERT_COLUMN
  return titles[name] ?? name
}

const column = (name: string, kind: TableColumn['kind'], title = titleOf(name)): TableColumn => ({
  name,
  title,
  kind,
  width: name === 'Vin' ? VIN_WIDTH : WIDTH[kind],
})

const columnsOf = (columns: Readonly<Record<string, ColumnKind>>): TableColumn[] =>
  Object.entries(columns).map(([name, kind]) => column(name, kind))

/** The columns of the alerts of a type (ALR-16 to ALR-31), or of the live list (ALR-15) for all types. */
export const alertColumns = (type: AlertCode | null): readonly TableColumn[] =>
  type === null
    ? [
        column('registrationId', 'registration'),
        column('ALERT_NAME', 'alert'),
        column('IST_TIME', 'time'),
        column('what', 'what'),
        column('latlng', 'place'),
      ]
    : columnsOf(ALERT_COLUMNS[type])

/** The columns of vehicles: counts of all types (ALR-32), or what one type is viewed by (ALR-20, ALR-22, ALR-24). */
export const vehicleColumns = (type: AlertCode | null): readonly TableColumn[] => {
  const own = columnsOf(COUNTED_VEHICLE_COLUMNS)
  if (type === null)
    return [
      ...own,
      ...Object.entries(COUNT_COLUMNS).map(([name, each]) => column(name, 'count', ALERTS[each])),
    ]
  const wise: Readonly<Partial<Record<AlertCode, Readonly<Record<string, ColumnKind>>>>> =
    VEHICLE_WISE_COLUMNS
  const columns = columnsOf(wise[type] ?? {})
  return [
    ...own,
    ...(columns.some(({ kind }) => kind === 'count') ? [] : [column('count', 'count')]),
    ...columns,
  ]
}

/** A row of a table: its key, and its values by the names of columns. */
export type TableRow = {
  readonly id: number
  readonly registration: string
  readonly values: Readonly<Record<string, string | number | null>>
  /** The alert of the row; null for a vehicle. */
  readonly alert: ListedAlert | null
}

/** The rows of alerts. */
export const alertRows = (alerts: readonly ListedAlert[]): readonly TableRow[] =>
  alerts.map((alert) => ({
    id: alert.alertId,
    registration: alert.registration,
    values: alert.columns,
    alert,
  }))

const COLUMN_OF = new Map<AlertCode, string>(
  Object.entries(COUNT_COLUMNS).map(([name, type]) => [type, name]),
)

/** How many alerts of a type a vehicle has. */
const countOf = (counts: Readonly<Record<string, number>>, type: AlertCode): number =>
  counts[COLUMN_OF.get(type) ?? ''] ?? 0

/** The rows of vehicles, of those alone that have alerts of the type. */
export const vehicleRows = (
  vehicles: AlertCounts['byVehicle'],
  type: AlertCode | null,
): readonly TableRow[] =>
  vehicles.flatMap(({ vehicleId, RegistrationNumber, Vin, Model, counts, columns }) => {
    const count = type === null ? null : countOf(counts, type)
    if (count === 0) return []
    const values = { ...counts, ...columns, RegistrationNumber, Vin, Model, count }
    return [{ id: vehicleId, registration: RegistrationNumber, values, alert: null }]
  })

/** How many alerts of a type all vehicles have; of all types, where it is null (ALR-32). */
export const totalOf = (vehicles: AlertCounts['byVehicle'], type: AlertCode | null): number =>
  vehicles.reduce(
    (all, { counts }) =>
      all +
      (type === null ? Object.values(counts).reduce((sum, count) => sum + count, 0) : countOf(counts, type)),
    0,
  )

const keyOf = (row: TableRow, { name, kind }: TableColumn): string | number | null => {
  if (kind === 'what') return row.alert?.value ?? row.alert?.durationS ?? null
  if (kind === 'description' && row.alert !== null)
    return descriptionText(row.alert) ?? row.values[name] ?? null
  if ((name === 'Date' || name === 'IST_TIME') && row.alert !== null) return row.alert.time
  const value = row.values[name] ?? null
  // `DD-MM-YYYY HH:mm:ss` sorts by its year first.
  return kind === 'time' && typeof value === 'string'
    ? value.replace(/^(\d\d)-(\d\d)-(\d{4})/, '$3-$2-$1')
    : value
}

/** Rows in the order of a column, or as they are without one. */
export const sortedRows = (
  rows: readonly TableRow[],
  column: TableColumn | undefined,
  isDescending: boolean,
): readonly TableRow[] =>
  column === undefined ? rows : sortedBy(rows, (row) => keyOf(row, column), isDescending)
