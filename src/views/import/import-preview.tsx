import type { ImportColumn, ImportPreview } from '#contract/records/position-import.ts'
import { unitSign } from '#domain/unit-names.ts'
import { COLUMN_LABEL, IMPORT_PREVIEW } from '#src/texts/en/import.ts'
import { DataTable } from '../kit/data-table.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { formatFigure, formatMeasure, NOT_KNOWN, speedMeasure } from '../kit/measures.ts'
import classes from './import.module.css'

const meaningOf = ({ field, unit }: ImportColumn): string => {
  if (field === null) return IMPORT_PREVIEW.notRead
  const label = Object.hasOwn(COLUMN_LABEL, field) ? COLUMN_LABEL[field as keyof typeof COLUMN_LABEL] : field
  return unit === null ? label : `${label} (${unitSign(unit)})`
}

/** The columns of a file as they are understood, and its first positions. */
export const Preview = ({ preview: { format, columns, rows } }: { preview: ImportPreview }) => (
  <section className={classes['part']} aria-label={IMPORT_PREVIEW.title}>
    <h3 className={classes['partTitle']}>
      {IMPORT_PREVIEW.title}
      {format === null ? null : <span className={classes['format']}>{IMPORT_PREVIEW.format[format]}</span>}
    </h3>
    {columns.length === 0 ? null : (
      <ul className={classes['columns']} aria-label={IMPORT_PREVIEW.columns}>
        {columns.map((column) => (
          <li key={column.header} data-unread={column.field === null || undefined}>
            <b translate="no">{column.header}</b>
            <span>{meaningOf(column)}</span>
          </li>
        ))}
      </ul>
    )}
    {rows.length === 0 ? null : (
      <DataTable
        name={IMPORT_PREVIEW.rows}
        rows={rows.map((row, at) => ({ ...row, at }))}
        keyOf={({ at }) => at}
        isLoading={false}
        columns={[
          { title: IMPORT_PREVIEW.vehicle, cell: ({ vehicle }) => vehicle },
          { title: IMPORT_PREVIEW.time, cell: ({ time }) => formatDateTime(time) },
          { title: IMPORT_PREVIEW.latitude, cell: ({ lat }) => formatFigure('degrees', lat) },
          { title: IMPORT_PREVIEW.longitude, cell: ({ lng }) => formatFigure('degrees', lng) },
          {
            title: IMPORT_PREVIEW.speed,
            cell: ({ speed }) => (speed === null ? NOT_KNOWN : formatMeasure(speedMeasure(speed))),
          },
        ]}
      />
    )}
  </section>
)
