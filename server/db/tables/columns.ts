import type { ColumnType } from 'kysely'

/** Read parsed, written as JSON text. */
export type Jsonb<T> = ColumnType<T, string, string>
/** Read as a Date, written as one or as ISO text. */
export type Time = ColumnType<Date, Date | string, Date | string>
