import { IconAlertTriangle, IconEye, IconTool } from '@tabler/icons-react'
import type { Severity } from '#domain/alerts.ts'
import { DTC_SEVERITY } from '#src/texts/en/health.ts'
import classes from './health.module.css'

const ICONS = { high: IconAlertTriangle, medium: IconTool, low: IconEye } as const

/** How urgent a code is: an icon and a word. Apart from the words for codes, whose catalogue the popup after a login must not load. */
export const SeverityName = ({ severity }: { severity: Severity }) => {
  const { [severity]: Icon } = ICONS
  return (
    <span className={classes['severity']} data-severity={severity}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {DTC_SEVERITY[severity]}
    </span>
  )
}
