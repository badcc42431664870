import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore } from 'react'
import type { DrivingTrend } from '#contract/records/driving-analysis.ts'
import { MAX_COMPARED, TREND_STEPS } from '#domain/driving-score.ts'
import {
  selectDrivingFilter,
  selectIsTrendLoading,
  selectTrendFailure,
} from '#src/machines/driving-analysis/driving-analysis.selectors.ts'
import { SCORE_SUMMARY, TREND } from '#src/texts/en/driving-analysis.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { currentLanguage } from '#src/texts/language.ts'
import { useServices } from '../kit/app-context.tsx'
import { FailedLoad } from '../kit/failure-note.tsx'
import { formatDate } from '../kit/formats.ts'
import { ScrollRegion } from '../kit/scroll-region.tsx'
import { notScoredText, scoreText } from './driving-columns.ts'
import type { DrivingActor } from './driving-filters.tsx'
import { SubjectName } from './subject-name.tsx'
import classes from './trend.module.css'
import { dateAt, drawTrend, TREND_LINES } from './trend-plot.ts'

const LineName = ({ line }: { line: DrivingTrend['lines'][number] }) =>
  line.id === null ? TREND.fleet : <SubjectName of={line} />

const Chart = ({ trend }: { trend: DrivingTrend }) => {
  const { colorScheme } = useMantineColorScheme()
  const draw = useCallback(
    (container: HTMLElement | null) => (container === null ? undefined : drawTrend(container, trend)),
    [trend],
  )
  const [first = '', last = first] = [trend.dates[0], trend.dates.at(-1)]
  return (
    <div
      key={`${colorScheme} ${currentLanguage().tag}`}
      ref={draw}
      className={classes['chart']}
      role="img"
      aria-label={TREND.chart({ from: formatDate(dateAt(first)), to: formatDate(dateAt(last)) })}
    />
  )
}

/** The names of the lines, each with how it is drawn. */
const Legend = ({ lines }: Pick<DrivingTrend, 'lines'>) => (
  <ul className={classes['legend']}>
    {lines.map((line, at) => {
      const { colour, dash } = TREND_LINES[at] ?? TREND_LINES[0]
      return (
        <li key={line.id ?? 'fleet'}>
          <svg width="28" height="10" aria-hidden="true">
            <line
              x1="0"
              y1="5"
              x2="28"
              y2="5"
              stroke={`var(${colour})`}
              strokeWidth="2"
              strokeDasharray={dash.join(' ')}
            />
          </svg>
          <LineName line={line} />
        </li>
      )
    })}
  </ul>
)

const Scores = ({
  trend: { dates, lines, scoring },
  isWeekly,
}: {
  trend: DrivingTrend
  isWeekly: boolean
}) => (
  <ScrollRegion name={TREND.table} className={classes['scroll']}>
    <table className={classes['table']} aria-label={TREND.table}>
      <thead>
        <tr>
          <th scope="col">{TREND.date}</th>
          {lines.map((line) => (
            <th key={line.id ?? 'fleet'} scope="col">
              <LineName line={line} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {dates.map((date, at) => {
          const day = formatDate(dateAt(date))
          return (
            <tr key={date}>
              <th scope="row">{isWeekly ? TREND.weekOf({ date: day }) : day}</th>
              {lines.map(({ id, points }) => {
                const point = points[at]
                const why = point?.notScored ?? null
                return (
                  <td key={id ?? 'fleet'} title={why === null ? undefined : notScoredText(why)}>
                    {scoreText(point?.score ?? null)}
                    {scoring.by === 'company' || point?.companyScore == null ? null : (
                      <small> {SCORE_SUMMARY.company({ score: scoreText(point.companyScore) })}</small>
                    )}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  </ScrollRegion>
)

/** The score by day or week, of the fleet and of those who are compared (DRIVER_SCORE_TREND). */
export const Trend = ({ driving }: { driving: DrivingActor }) => {
  const { drivingStore } = useServices()
  const { trend: loaded } = useSyncExternalStore(drivingStore.subscribe, drivingStore.getSnapshot)
  const { step, compared } = useSelector(driving, selectDrivingFilter)
  const isLoading = useSelector(driving, selectIsTrendLoading)
  const trend = isLoading ? null : loaded
  const failure = useSelector(driving, selectTrendFailure)
  return (
    <section className={classes['trend']} aria-label={TREND.name} aria-busy={isLoading}>
      <div className={classes['tools']}>
        <SegmentedControl
          size="xs"
          aria-label={TREND.step}
          value={step}
          data={TREND_STEPS.map((value) => ({ value, label: TREND[value] }))}
          onChange={(value) => driving.send({ type: 'driving.filterChosen', change: { step: value } })}
        />
        {trend === null ? null : <Legend lines={trend.lines} />}
        <p>{compared.length === 0 ? TREND.hint({ most: String(MAX_COMPARED) }) : TREND.gap}</p>
      </div>
      {failure !== null ? (
        <FailedLoad
          failure={failure}
          away={TREND.failedAway}
          className={classes['failed']}
          onRetry={() => driving.send({ type: 'driving.trendRetried' })}
        />
      ) : trend === null ? (
        <p role="status" className={classes['failed']}>
          {TEXTS.loading}
        </p>
      ) : (
        <div className={classes['content']}>
          <Chart trend={trend} />
          <Scores trend={trend} isWeekly={step === 'week'} />
        </div>
      )}
    </section>
  )
}
