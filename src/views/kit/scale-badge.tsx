import { Tooltip } from '@mantine/core'
import type { ScaledKpi } from '#domain/scaling.ts'
import { factorText, type Scales, scaleText } from './kpis.ts'
import classes from './scale-badge.module.css'

/** The factor of a scaled KPI, beside its figure; who set it when is its tooltip. Nothing where the factor is 1. */
export const ScaleBadge = ({ kpi, scales }: { kpi: ScaledKpi; scales: Scales }) => {
  const scale = scales?.[kpi]
  if (scale === undefined) return null
  const text = scaleText(kpi, scale)
  return (
    <Tooltip label={text} events={{ hover: true, focus: true, touch: true }} multiline maw={260}>
      <button type="button" className={classes['badge']} aria-label={`${factorText(scale)}: ${text}`}>
        {factorText(scale)}
      </button>
    </Tooltip>
  )
}
