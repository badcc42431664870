import { settingOf } from '#contract/records/alert-settings.ts'
import type { DrivingRow } from '#contract/records/driving-analysis.ts'
import type { ScoringRecord } from '#contract/records/figures.ts'
import { DRIVING_INCIDENTS, INCIDENT_AFTER_S, type IncidentCode } from '#domain/driving-incidents.ts'
import { alertsOf, SCORE_WEIGHTS } from '#domain/driving-score.ts'
import { KM_PER } from '#domain/units.ts'
import { settingsTabPath } from '#src/machines/settings/settings.tabs.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { IMPROVE, SCORE_PANEL } from '#src/texts/en/driving-analysis.ts'
import { SCORED_BY_TEXT } from '#src/texts/en/scored-by.ts'
import { RouteLink } from '../kit/buttons.tsx'
import { formatDate, formatDuration, formatDurationWords } from '../kit/formats.ts'
import {
  formatFigure,
  formatLimit,
  formatNumber,
  formatPercent,
  formatWithUnit,
  NOT_KNOWN,
  unitOf,
} from '../kit/measures.ts'
import { ScoredByNote } from '../kit/scored-by.tsx'
import { scoreText } from './driving-columns.ts'
import type { DrivingActor } from './driving-filters.tsx'
import { incidentName } from './incident-list.tsx'
import classes from './score-panel.module.css'

type Part = DrivingRow['parts'][number]

/** How long a time must last to be counted as an incident (the initial thresholds); those of which no time is measured last none. */
const afterS = (code: Part['code']): number => {
  if (code === 'OS' || code === 'EO') return INCIDENT_AFTER_S[code]
  if (code === 'ND') return settingOf('NEUTRALDRIVING').initial ?? 0
  return code === 'ID' ? (settingOf('IDLING').initial ?? 0) * 60 : 0
}

/** Why there is a time, but no incident. */
const Uncounted = ({ part: { code, count, seconds } }: { part: Part }) =>
  count === 0 && seconds !== null && seconds > 0 ? (
    <small>{SCORE_PANEL.uncounted({ after: formatDurationWords(afterS(code) * 1000) })}</small>
  ) : null

const isTimed = (code: IncidentCode): code is keyof typeof SCORE_PANEL.measured =>
  Object.hasOwn(SCORE_PANEL.measured, code)

/** Why there is no time of which an incident takes a part. */
const notMeasuredText = (code: IncidentCode): string => {
  const reasons: Readonly<Partial<Record<IncidentCode, string>>> = SCORE_PANEL.notMeasured
  return reasons[code] ?? NOT_KNOWN
}

/** How a kind of incidents was measured: for how long, in what part of the time and by how much, or how often. */
const measuredText = ({ code, alert, count, seconds, share, excess, perHour }: Part): string => {
  if (alert === null)
    return count === 0
      ? SCORE_PANEL.unreported
      : SCORE_PANEL.perHour({ count, rate: formatFigure('rate', perHour ?? 0) })
  if (share === null || seconds === null || !isTimed(code)) return notMeasuredText(code)
  const time = SCORE_PANEL.measured[code]({
    time: formatDuration(seconds * 1000),
    share: formatPercent(share * 100),
  })
  return excess === null || excess === 0
    ? time
    : `${time}, ${SCORE_PANEL.excess({ excess: formatWithUnit('overspeed', excess) })}`
}

const limitText = (): string => formatLimit(settingOf('OVERSPEED').initial ?? 0)

/** What would improve the score most. */
const improveText = (parts: readonly Part[]): string => {
  const most = parts.toSorted((a, b) => b.points - a.points)[0]
  if (most === undefined || most.points === 0) return IMPROVE.none
  return most.code === 'OS' ? IMPROVE.OS({ limit: limitText() }) : IMPROVE[most.code]
}

const ruleText = (): string => {
  const { excessKmph, ...weights } = SCORE_WEIGHTS
  const excess = formatFigure('points', excessKmph * KM_PER[currentConventions().distance])
  return SCORE_PANEL.pointsRule({ ...weights, limit: limitText(), excess, unit: unitOf('speed') })
}

const setText = ({ companySet }: ScoringRecord): string | null => {
  if (companySet === null) return null
  const date = formatDate(companySet.at)
  return companySet.by === ''
    ? SCORED_BY_TEXT.set({ date })
    : SCORED_BY_TEXT.setBy({ by: companySet.by, date })
}

/** The parts of a score: each kind of incidents with how it was measured, its points and what it takes. A name opens the list of them. */
export const ScoreParts = ({
  row,
  scoring,
  driving,
}: {
  row: DrivingRow
  scoring: ScoringRecord
  driving: DrivingActor
}) => {
  const { columns, parts } = row
  const sum = parts.reduce((all, { points }) => all + points, 0)
  const alerts = alertsOf(parts)
  return (
    <>
      <table className={classes['parts']} aria-label={SCORE_PANEL.parts}>
        <thead>
          <tr>
            <th scope="col">{SCORE_PANEL.incident}</th>
            <th scope="col">{SCORE_PANEL.count}</th>
            <th scope="col">{SCORE_PANEL.points}</th>
            <th scope="col">{SCORE_PANEL.takes}</th>
          </tr>
        </thead>
        <tbody>
          {DRIVING_INCIDENTS.map(({ code, column }) => {
            const part = parts.find((each) => each.code === code)
            const count = columns[column]
            const name = incidentName(code)
            return (
              <tr key={code} data-column={column}>
                <th scope="row">
                  {count === 0 || count === null ? (
                    name
                  ) : (
                    <button
                      type="button"
                      className={classes['open']}
                      onClick={() => driving.send({ type: 'driving.incidentOpened', incident: code })}
                    >
                      {name}
                    </button>
                  )}
                  {part === undefined ? null : <small>{measuredText(part)}</small>}
                  {part === undefined ? null : <Uncounted part={part} />}
                </th>
                <td>{count === null ? NOT_KNOWN : formatNumber(count)}</td>
                {part === undefined ? (
                  <td colSpan={2} className={classes['off']}>
                    {SCORE_PANEL.off}
                  </td>
                ) : (
                  <>
                    <td>{formatFigure('points', part.points)}</td>
                    <td>{alerts === 0 ? '' : formatFigure('points', part.points / alerts)}</td>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      {row.notScored === null ? (
        <>
          <p className={classes['formula']}>
            {SCORE_PANEL.formula({
              points: formatFigure('points', sum),
              alerts,
              score: scoreText(columns.DriverScore),
            })}
          </p>
          <p className={classes['improve']}>{improveText(parts)}</p>
        </>
      ) : null}
      <ScoredByNote
        scoring={scoring}
        onChoose={(scoredBy) => driving.send({ type: 'driving.filterChosen', change: { scoredBy } })}
      />
      <p className={classes['rule']}>
        {ruleText()} {setText(scoring)}{' '}
        <RouteLink to={settingsTabPath('drivingScore')}>{SCORE_PANEL.settings}</RouteLink>
      </p>
    </>
  )
}
