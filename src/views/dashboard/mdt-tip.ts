import { MDT_FIGURES } from '#contract/constants.ts'
import { FIGURE } from '#src/texts/en/dashboard.ts'
import { formatWithUnit } from '../kit/measures.ts'

/** What users are told beside mileage: when that of a medium-duty truck can be relied on (RPT-27, RPT-28, OPEN-83). */
export const mdtTip = (): string =>
  FIGURE.mdtTip({
    distance: formatWithUnit('distanceLimit', MDT_FIGURES.leastKm),
    hours: String(MDT_FIGURES.stoppedH),
  })
