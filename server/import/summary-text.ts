import type { ImportSummary } from './import-files.ts'
import type { Rejections } from './rejections.ts'

const count = (value: number): string => value.toLocaleString('en-IN').padStart(12)

const listed = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`

/** What an import says at its end. */
export const summaryText = (
  summary: ImportSummary,
  rejections: Rejections,
  {
    company,
    dryRun,
    seconds,
  }: { readonly company: string; readonly dryRun: boolean; readonly seconds: number },
): string => {
  const lines = [
    dryRun
      ? `Dry run for ${company}: nothing was stored.`
      : `Imported into ${company} in ${seconds.toFixed(1)} s.`,
    `  read      ${count(summary.read)}`,
    `  stored    ${count(summary.stored)}${dryRun ? ' (would be)' : ''}${summary.flagged > 0 ? `, ${summary.flagged} of them doubtful` : ''}`,
    `  duplicate ${count(summary.duplicate)}`,
    `  rejected  ${count(summary.rejected)}`,
  ]
  if (summary.vehicles.length > 0)
    lines.push(
      `  ${summary.vehicles.length} vehicles (${summary.newVehicles.length} new), ${summary.days} vehicle-days written`,
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
