import type { ScoringRecord } from '#contract/records/figures.ts'
import type { ScoredBy } from '#domain/driving-score.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { SCORED_BY_TEXT } from '#src/texts/en/scored-by.ts'
import classes from './scored-by.module.css'

/** `By your alerts: Overspeed, Vehicle Idling`: by whose alerts scores are. */
export const scoredByText = ({ by, alerts }: Pick<ScoringRecord, 'by' | 'alerts'>): string => {
  const names = alerts.map((alert) => ALERTS[alert]).join(', ')
  if (by === 'own') return names === '' ? SCORED_BY_TEXT.ownNone : SCORED_BY_TEXT.own({ alerts: names })
  return names === '' ? SCORED_BY_TEXT.companyNone : SCORED_BY_TEXT.company({ alerts: names })
}

/** Says by whose alerts scores are, and shows those by the others; nothing where both are the same. */
export const ScoredByNote = ({
  scoring,
  onChoose,
}: {
  scoring: ScoringRecord
  onChoose: (scoredBy: ScoredBy) => void
}) =>
  scoring.isSame ? null : (
    <p className={classes['note']}>
      {scoredByText(scoring)}
      <button type="button" onClick={() => onChoose(scoring.by === 'own' ? 'company' : 'own')}>
        {scoring.by === 'own' ? SCORED_BY_TEXT.showCompany : SCORED_BY_TEXT.showOwn}
      </button>
    </p>
  )
