import type { ImportSummary } from './import-files.ts'
import type { Rejections } from './rejections.ts'

const count = (value: number): string => value.toLocaleString('en-IN').padStart(12)

const counted = (value: number, one: string): string =>
  `${value.toLocaleString('en-IN')} ${value === 1 ? one : `${one}s`}`

const headline = (
  { read }: ImportSummary,
  { company, dryRun, seconds }: { company: string; dryRun: boolean; seconds: number },
): string => {
  if (dryRun) return `Dry run for ${company}: nothing was stored.`
  if (read === 0) return `No positions were found for ${company}.`
  return `Imported into ${company} in ${seconds.toFixed(1)} s.`
}

const listed = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`

/** What an import says at its end. */
export const summaryText = (
  summary: ImportSummary,
  rejections: Rejections,
  run: { readonly company: string; readonly dryRun: boolean; readonly seconds: number },
): string => {
  const lines = [
    headline(summary, run),
    `  read      ${count(summary.read)}`,
    `  stored    ${count(summary.stored)}${run.dryRun ? ' (would be)' : ''}${summary.flagged > 0 ? `, ${summary.flagged} of them doubtful` : ''}`,
    `  duplicate ${count(summary.duplicate)}`,
    `  rejected  ${count(summary.rejected)}`,
  ]
  if (summary.vehicles.length > 0)
    lines.push(
      `  ${counted(summary.vehicles.length, 'vehicle')} (${summary.newVehicles.length} new), ${counted(summary.days, 'vehicle-day')} written`,
    )
  if (summary.newVehicles.length > 0) lines.push(`  new: ${listed(summary.newVehicles)}`)
  if (summary.rejected > 0) {
    lines.push('', 'Rejected:')
    for (const [reason, times] of rejections.byReason()) lines.push(`${count(times)}  ${reason}`)
    lines.push('')
    for (const { file, line, reason } of rejections.first()) lines.push(`  ${file}:${line}: ${reason}`)
    const file = rejections.file()
    if (file !== undefined) lines.push(`  … all ${summary.rejected} are in ${file}`)
  }
  return lines.join('\n')
}
