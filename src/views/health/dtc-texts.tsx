import { IconAlertTriangle, IconEye, IconTool } from '@tabler/icons-react'
import type { Severity } from '#domain/alerts.ts'
import { dtcMeaning, dtcOf } from '#domain/dtc.ts'
import { DTC, DTC_SEVERITY } from '#src/texts/en/health.ts'
import classes from './health.module.css'

const ICONS = { high: IconAlertTriangle, medium: IconTool, low: IconEye } as const

/** How urgent a code is: an icon and a word. */
export const SeverityName = ({ severity }: { severity: Severity }) => {
  const { [severity]: Icon } = ICONS
  return (
    <span className={classes['severity']} data-severity={severity}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {DTC_SEVERITY[severity]}
    </span>
  )
}

/** Words of our table, which has them in English alone. */
const English = ({ words }: { words: string }) => (
  <span lang="en" translate="no">
    {words}
  </span>
)

/** What a code is about, in words; says so where our table does not know it. */
export const PartName = ({ code }: { code: string }) => {
  const { part } = dtcMeaning(code)
  if (part !== null) return <English words={part} />
  return dtcOf(code).spn === null ? DTC.unknownCode : DTC.unknownPart
}

/** What is wrong with it, in a sentence; nothing of a code that our table does not know at all. */
export const FailureText = ({ code }: { code: string }) => {
  const { part, failure } = dtcMeaning(code)
  if (failure !== null) return <English words={failure} />
  return part === null && dtcOf(code).spn === null ? null : DTC.unknownFailure
}
