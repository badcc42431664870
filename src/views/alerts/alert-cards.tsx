import { useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import { ALERT_LIST } from '#src/texts/en/alerts.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { formatDateTime } from '../kit/formats.ts'
import { VirtualRows } from '../kit/lists.tsx'
import { ScrollRegion } from '../kit/scroll-region.tsx'
import { Plate } from '../kit/vehicle.tsx'
import classes from './alert-cards.module.css'
import type { TableColumn, TableRow } from './alert-columns.ts'
import { AlertName, openName, Seen } from './alert-table.tsx'
import { columnText, whatHappened } from './alert-texts.ts'
import { useKeptPlace } from './kept-place.ts'

const CARD_PX = 104

/** Counts of a vehicle that are not 0, and its figures. */
const factsOf = ({ values }: TableRow, columns: readonly TableColumn[]): string =>
  columns
    .flatMap(({ name, title, kind }) => {
      const value = values[name] ?? null
      if (kind === 'alert' || kind === 'what' || kind === 'registration' || kind === 'text') return []
      if (value === null || value === 0) return []
      return [`${title} ${columnText(kind, value)}`]
    })
    .join(' · ')

/** The rows of a table as cards, for phones. */
export const AlertCards = ({
  name,
  columns,
  rows,
  arrived,
  isLoading,
  onOpen,
}: {
  name: string
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
  arrived: ReadonlySet<number>
  isLoading: boolean
  onOpen: (row: TableRow) => void
}) => {
  const [scroll, setScroll] = useState<HTMLElement | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => CARD_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 4,
  })
  useKeptPlace({ scroll, rows, rowPx: CARD_PX })
  const note = isLoading ? TEXTS.loading : rows.length === 0 ? TEXTS.noRecordsFound : null
  return (
    <ScrollRegion name={name} className={classes['scroll']} onElement={setScroll}>
      {note === null ? (
        <VirtualRows
          name={name}
          items={virtual.getVirtualItems()}
          totalPx={virtual.getTotalSize()}
          rowPx={CARD_PX}
          count={rows.length}
        >
          {(index) => {
            const row = rows[index]
            if (row === undefined) return null
            const { alert } = row
            return (
              <button
                type="button"
                className={classes['card']}
                aria-label={openName(row)}
                data-new={alert?.acknowledgement === null || undefined}
                data-arrived={arrived.has(row.id) || undefined}
                onClick={() => onOpen(row)}
              >
                <span className={classes['line']}>
                  <Plate registration={row.registration} />
                  {alert === null ? null : (
                    <time dateTime={new Date(alert.time).toISOString()}>{formatDateTime(alert.time)}</time>
                  )}
                </span>
                {alert === null ? (
                  <span className={classes['facts']}>{factsOf(row, columns)}</span>
                ) : (
                  <>
                    <AlertName type={alert.type} />
                    <span className={classes['line']}>
                      <span className={classes['what']}>
                        {whatHappened(alert)}
                        {alert.isOpen ? ` · ${ALERT_LIST.goesOn}` : ''}
                      </span>
                      <Seen acknowledgement={alert.acknowledgement} />
                    </span>
                  </>
                )}
              </button>
            )
          }}
        </VirtualRows>
      ) : (
        <p className={classes['note']}>{note}</p>
      )}
    </ScrollRegion>
  )
}
