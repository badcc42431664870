import type { DashboardEvidence } from '#contract/links/dashboard.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { EVIDENCE, INSIGHT } from '#src/texts/en/dashboard.ts'
import { ScaleBadge } from '../kit/scale-badge.tsx'
import { ScrollRegion } from '../kit/scroll-region.tsx'
import { Plate } from '../kit/vehicle.tsx'
import { insightTexts } from './insight-content.ts'
import classes from './insight-list.module.css'

/** What stands out, each with the trucks that show it; a truck leads to its hours. */
export const InsightList = ({
  answer,
  name,
  onOpen,
}: {
  answer: FigureAnswers['FLEET_INSIGHTS']
  name: string
  onOpen: (evidence: DashboardEvidence) => void
}) => (
  <ScrollRegion name={name} className={classes['scroll']}>
    <ul className={classes['insights']}>
      {insightTexts(answer).map(({ sentence, kpi, vehicles, others }) => (
        <li key={sentence}>
          <p>
            {sentence}
            {kpi === null ? null : <ScaleBadge kpi={kpi} scales={answer.scales} />}
          </p>
          <ul>
            {vehicles.map(({ vehicleId, registration, value }) => (
              <li key={vehicleId}>
                <button
                  type="button"
                  aria-label={`${EVIDENCE.open({ vehicle: registration })}: ${value}`}
                  onClick={() =>
                    onOpen({ widget: 'FLEET_INSIGHTS', day: null, days: 1, part: null, vehicleId })
                  }
                >
                  <Plate registration={registration} />
                  <span>{value}</span>
                </button>
              </li>
            ))}
            {others > 0 ? <li>{INSIGHT.others({ count: others })}</li> : null}
          </ul>
        </li>
      ))}
    </ul>
  </ScrollRegion>
)
