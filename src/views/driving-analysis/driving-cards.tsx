import { useVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import type { DrivingRow } from '#contract/records/driving-analysis.ts'
import { DRIVING } from '#src/texts/en/driving-analysis.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { VirtualRows } from '../kit/lists.tsx'
import { ScrollRegion } from '../kit/scroll-region.tsx'
import classes from './driving-cards.module.css'
import { nameOf, scoreText, type TableColumn, valueText } from './driving-columns.ts'
import { CompareBox, Plates, type ScoreTableProps } from './driving-table.tsx'
import { RowCategory } from './score-badge.tsx'
import { SubjectName } from './subject-name.tsx'

const CARD_PX = 124

/** The figures of a row that are not 0 and have no place of their own on a card. */
const factsOf = ({ columns: values }: DrivingRow, columns: readonly TableColumn[]): string =>
  columns
    .flatMap(({ name, title, kind }) => {
      if (name === 'DriverName' || ['registration', 'score', 'category'].includes(kind)) return []
      const value = values[name]
      return value === 0 || value === null ? [] : [`${title} ${valueText(name, value)}`]
    })
    .join(' · ')

/** The rows of a table of scores as cards, for phones. */
export const DrivingCards = ({
  name,
  columns,
  rows,
  isLoading,
  compared,
  onOpen,
  onCompare,
}: ScoreTableProps) => {
  const [scroll, setScroll] = useState<HTMLElement | null>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => CARD_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 4,
  })
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
            return row === undefined ? null : (
              <div className={classes['card']}>
                <span className={classes['line']}>
                  {compared === null ? null : (
                    <span className={classes['above']}>
                      <CompareBox row={row} compared={compared} onCompare={onCompare} />
                    </span>
                  )}
                  <button
                    type="button"
                    className={classes['open']}
                    aria-label={DRIVING.open({ name: nameOf(row) })}
                    onClick={() => onOpen(row.id, null)}
                  >
                    <SubjectName of={row} />
                  </button>
                  <b className={classes['score']}>{scoreText(row.columns.DriverScore)}</b>
                </span>
                <span className={classes['line']}>
                  <Plates row={row} />
                  <RowCategory row={row} />
                </span>
                <span className={classes['facts']}>{factsOf(row, columns)}</span>
              </div>
            )
          }}
        </VirtualRows>
      ) : (
        <p className={classes['note']}>{note}</p>
      )}
    </ScrollRegion>
  )
}
