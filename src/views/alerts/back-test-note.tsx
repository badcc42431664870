import { Loader } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { CSSProperties } from 'react'
import type { AlertSettingId, BackTest, ThresholdUnit } from '#contract/records/alert-settings.ts'
import type { BackTestActor } from '#src/machines/alerts/back-test.machine.ts'
import {
  selectBackTestFailure,
  selectFailedId,
  selectResults,
  selectRunningId,
} from '#src/machines/alerts/back-test.selectors.ts'
import { BACK_TEST_TEXT } from '#src/texts/en/alert-settings.ts'
import { FailedLoad } from '../kit/failure-note.tsx'
import { formatPercent } from '../kit/measures.ts'
import { thresholdText } from '../kit/threshold-text.ts'
import classes from './alert-settings.module.css'

/** The thresholds of a setting: what is chosen now, and what is saved; null where the setting has none. */
type Thresholds = { readonly chosen: number | null; readonly saved: number | null }

const NONE = { count: 0, range: undefined }

const countOf = (
  { counts }: BackTest,
  value: number | null,
): Pick<BackTest['counts'][number], 'count' | 'range'> => counts.find((each) => each.value === value) ?? NONE

/** A count in words: of an estimate, from where to where it lies, and from how many trucks that is known. */
const alertsText = (
  { vehicles, ofVehicles }: BackTest,
  { count, range }: ReturnType<typeof countOf>,
): string => {
  if (range === undefined) return BACK_TEST_TEXT.exact({ count })
  const of = { count, from: range.from, vehicles, all: ofVehicles }
  if (range.from === range.to) return BACK_TEST_TEXT.aboutAlone(of)
  return range.to === null ? BACK_TEST_TEXT.aboutAtLeast(of) : BACK_TEST_TEXT.about({ ...of, to: range.to })
}

/** A count as a figure, with a sign where it is an estimate. */
const countText = ({ count, range }: ReturnType<typeof countOf>): string =>
  range === undefined ? BACK_TEST_TEXT.count({ count }) : BACK_TEST_TEXT.aboutCount({ count })

/** The least share that a figure in percent tells from none, and its distance from all. */
const LEAST_PERCENT = 0.1

/** How much more or less than a count another is: 100 percent fewer only where none is left. */
const changeOf = (count: number, from: number) => {
  const change = count > from ? 'more' : count < from ? 'fewer' : 'other'
  const percent = Math.max(LEAST_PERCENT, (Math.abs(count - from) / from) * 100)
  const most = change === 'fewer' && count > 0 ? 100 - LEAST_PERCENT : percent
  return { change, percent: formatPercent(Math.min(most, percent)) } as const
}

const sentenceOf = (result: BackTest, unit: ThresholdUnit | null, { chosen, saved }: Thresholds): string => {
  const own = countOf(result, chosen)
  const values = { alerts: alertsText(result, own), days: result.days }
  if (unit === null || chosen === null) return BACK_TEST_TEXT.raised(values)
  const threshold = thresholdText(unit, chosen)
  if (saved === null || saved === chosen) return BACK_TEST_TEXT.one({ ...values, threshold })
  const other = countOf(result, saved)
  const two = { ...values, threshold, other: thresholdText(unit, saved), otherCount: countText(other) }
  return other.count === 0
    ? BACK_TEST_TEXT.two(two)
    : BACK_TEST_TEXT.compared({ ...two, ...changeOf(own.count, other.count) })
}

const Counts = ({
  result,
  unit,
  title,
  thresholds: { chosen, saved },
}: {
  result: BackTest
  unit: ThresholdUnit
  title: string
  thresholds: Thresholds
}) => {
  const most = Math.max(1, ...result.counts.map(({ count }) => count))
  return (
    <ul className={classes['counts']} aria-label={BACK_TEST_TEXT.counts({ title })}>
      {result.counts.map(({ value, count, range }) =>
        value === null ? null : (
          <li key={value} data-chosen={value === chosen || undefined}>
            <span>
              {thresholdText(unit, value)}
              {value === saved && saved !== chosen ? ` (${BACK_TEST_TEXT.now})` : null}
            </span>
            <i aria-hidden style={{ '--share': count / most } as CSSProperties} />
            <b>{countText({ count, range })}</b>
          </li>
        ),
      )}
    </ul>
  )
}

/** How many trucks have fuel sensors that scatter too much for the chosen litres, and from which on they are reported. */
const Scatter = ({ result, chosen }: { result: BackTest; chosen: number | null }) => {
  if (chosen === null) return null
  const over = (result.leastLitres ?? []).filter((litres) => litres > chosen).sort((a, b) => a - b)
  const middle = over[over.length >> 1]
  if (middle === undefined) return null
  const [threshold, least] = [chosen, Math.ceil(middle)].map((litres) => thresholdText('ltrs', litres))
  return (
    <p className={classes['hint']}>
      {BACK_TEST_TEXT.scatter({
        count: over.length,
        all: result.vehicles,
        threshold: threshold ?? '',
        least: least ?? '',
      })}
    </p>
  )
}

const Result = ({
  result,
  unit,
  title,
  thresholds,
}: {
  result: BackTest
  unit: ThresholdUnit | null
  title: string
  thresholds: Thresholds
}) => (
  <>
    <p role="status">{sentenceOf(result, unit, thresholds)}</p>
    {unit === null ? null : <Counts result={result} unit={unit} title={title} thresholds={thresholds} />}
    <Scatter result={result} chosen={thresholds.chosen} />
    {result.ofVehicles === 0 ? <p className={classes['hint']}>{BACK_TEST_TEXT.none}</p> : null}
    {result.counts.every(({ range }) => range === undefined) ? null : (
      <p className={classes['hint']}>
        {BACK_TEST_TEXT.sample({ vehicles: result.vehicles, all: result.ofVehicles })}
      </p>
    )}
  </>
)

/** How many alerts the thresholds of a setting would have raised; nothing before the setting is edited. */
export const BackTestNote = ({
  backTest,
  id,
  unit,
  title,
  thresholds,
}: {
  backTest: BackTestActor
  id: AlertSettingId
  unit: ThresholdUnit | null
  title: string
  thresholds: Thresholds
}) => {
  const result = useSelector(backTest, selectResults)[id]
  const isRunning = useSelector(backTest, selectRunningId) === id
  const isFailed = useSelector(backTest, selectFailedId) === id
  const failure = useSelector(backTest, selectBackTestFailure)
  if (result === undefined && !isRunning && !isFailed) return null
  return (
    <div className={classes['backTest']}>
      {isRunning ? (
        <p role="status" className={classes['running']}>
          <Loader size={14} aria-hidden /> {BACK_TEST_TEXT.running}
        </p>
      ) : null}
      {isFailed ? (
        <FailedLoad
          className={classes['failed']}
          failure={failure}
          away={BACK_TEST_TEXT.failed}
          onRetry={() => backTest.send({ type: 'backTest.requested', setting: id })}
        />
      ) : null}
      {result === undefined ? null : (
        <Result result={result} unit={unit} title={title} thresholds={thresholds} />
      )}
    </div>
  )
}
