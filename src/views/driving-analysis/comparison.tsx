import { IconX } from '@tabler/icons-react'
import {
  COMPARED_COLUMNS,
  type ComparedColumn,
  type DrivingRow,
  type DrivingScores,
} from '#contract/records/driving-analysis.ts'
import { per100Km } from '#domain/driving-incidents.ts'
import { MAX_COMPARED } from '#domain/driving-score.ts'
import { COMPARISON, DRIVING_COLUMN } from '#src/texts/en/driving-analysis.ts'
import { IconButton } from '../kit/buttons.tsx'
import { formatFigure, NOT_KNOWN } from '../kit/measures.ts'
import { ScrollRegion } from '../kit/scroll-region.tsx'
import { Plate } from '../kit/vehicle.tsx'
import classes from './comparison.module.css'
import { incidentOf, nameOf, scoreText, valueText } from './driving-columns.ts'
import { SubjectName } from './subject-name.tsx'

/** What is compared: of incidents those in 100 km, so that distances do not matter. */
const comparedValue = ({ columns }: DrivingRow, name: ComparedColumn): number | null =>
  incidentOf(name) === undefined ? columns[name] : per100Km(columns[name], columns.TotalDistance)

/** A measure that is compared: its heading, the value of each, and how it is written. */
type Measured = {
  readonly name: string
  readonly title: string
  readonly middle: number | null
  readonly of: (row: DrivingRow) => number | null
  readonly textOf: (value: number | null) => string
}

const textOf = (name: ComparedColumn, value: number | null): string => {
  if (value === null) return NOT_KNOWN
  return incidentOf(name) === undefined ? valueText(name, value) : formatFigure('rate', value)
}

const titleOf = (name: ComparedColumn): string =>
  incidentOf(name) === undefined
    ? DRIVING_COLUMN[name]
    : COMPARISON.per100Km({ incident: DRIVING_COLUMN[name] })

/** A bar as long as its share of the row's greatest value; none for nothing. */
const Bar = ({ share }: { share: number }) =>
  share <= 0 ? null : (
    <i
      className={classes['bar']}
      style={{ width: `calc(${share.toFixed(3)} * var(--longest))` }}
      aria-hidden
    />
  )

/** Up to five drivers or vehicles beside the median of the fleet (DRIVER_SCORE_AND_COMPARISON). */
export const Comparison = ({
  scores: { rows, median, companyMedian, scoring },
  compared,
  isByVehicle,
  onRemove,
}: {
  scores: DrivingScores
  compared: readonly number[]
  isByVehicle: boolean
  onRemove: (subjectId: number) => void
}) => {
  const measures: readonly Measured[] = COMPARED_COLUMNS.flatMap((name) => {
    const measure: Measured = {
      ...{ name, title: titleOf(name), middle: median[name] ?? null },
      of: (row) => comparedValue(row, name),
      textOf: (value) => textOf(name, value),
    }
    if (name !== 'DriverScore' || scoring.by === 'company') return [measure]
    const ofCompany: Measured = {
      ...{ name: 'CompanyScore', title: DRIVING_COLUMN.CompanyScore, middle: companyMedian },
      ...{ of: ({ companyScore }) => companyScore, textOf: scoreText },
    }
    return [measure, ofCompany]
  })
  const chosen = compared.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  if (chosen.length === 0)
    return <p className={classes['empty']}>{COMPARISON.empty({ most: String(MAX_COMPARED) })}</p>
  return (
    <ScrollRegion name={COMPARISON.name} className={classes['scroll']}>
      <table
        className={classes['table']}
        aria-label={COMPARISON.name}
        style={{ ['--compared' as string]: chosen.length + 1 }}
      >
        <thead>
          <tr>
            <th scope="col">{COMPARISON.measure}</th>
            {chosen.map((row) => (
              <th key={row.id} scope="col">
                <span className={classes['who']}>
                  {isByVehicle ? <Plate registration={row.name} /> : <SubjectName of={row} />}
                  <IconButton
                    icon={IconX}
                    name={COMPARISON.remove({ name: nameOf(row) })}
                    quiet
                    onPress={() => onRemove(row.id)}
                  />
                </span>
              </th>
            ))}
            <th scope="col">{COMPARISON.median}</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(({ name, title, middle, of, textOf: text }) => {
            const values = chosen.map(of)
            const most = Math.max(...values.map((value) => value ?? 0), middle ?? 0)
            const share = (value: number | null) => (most > 0 && value !== null ? value / most : 0)
            return (
              <tr key={name} data-column={name}>
                <th scope="row">{title}</th>
                {chosen.map((row, at) => (
                  <td key={row.id}>
                    {text(values[at] ?? null)}
                    <Bar share={share(values[at] ?? null)} />
                  </td>
                ))}
                <td data-median>
                  {text(middle)}
                  <Bar share={share(middle)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {compared.length >= MAX_COMPARED ? <p className={classes['full']}>{COMPARISON.full}</p> : null}
    </ScrollRegion>
  )
}
