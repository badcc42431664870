import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { BenchResult } from './result.ts'

const BENCHES: Readonly<Record<string, () => Promise<{ run: () => Promise<BenchResult[]> }>>> = {
  'first-load': () => import('./first-load.ts'),
  'playback-file': () => import('./playback-file.ts'),
  ingest: () => import('./ingest.ts'),
  'alert-rules': () => import('./alert-rules.ts'),
  alerts: () => import('./alerts.ts'),
  'close-day': () => import('./close-day.ts'),
  'fuel-truth': () => import('./fuel-truth.ts'),
  figures: () => import('./figures.ts'),
  'figures-10000': async () => ({ run: (await import('./figures.ts')).runLarge }),
  fanout: () => import('./fanout.ts'),
  'live-share': () => import('./live-share.ts'),
  doors: () => import('./doors.ts'),
  questions: () => import('./questions.ts'),
  import: () => import('./import.ts'),
  traces: () => import('./traces.ts'),
  'fleet-list': () => import('./fleet-list.ts'),
  dashboard: () => import('./dashboard.ts'),
  'list-texts': () => import('./list-texts.ts'),
  'language-switch': () => import('./language-switch.ts'),
  'map-live': () => import('./map-live.ts'),
  'map-playback': () => import('./map-playback.ts'),
  recording: () => import('./recording.ts'),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. Known: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}

const figure = (value: number) =>
  value.toLocaleString(
    'en-IN',
    Math.abs(value) < 0.1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 },
  )

const results: BenchResult[] = []
for (const [name, load] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  for (const result of await (await load()).run()) {
    results.push(result)
    const { ok, floor, ratio, goal } = result
    const beside = [
      floor === undefined ? '' : `floor ${figure(floor)}`,
      ratio === undefined ? '' : `ratio ${figure(ratio)}`,
      goal === undefined ? '' : `goal ${goal}`,
    ].filter((part) => part !== '')
    console.log(
      `  ${ok ? '✓' : '✗'} ${result.name}: ${figure(result.value)} ${result.unit}${beside.length > 0 ? ` (${beside.join(', ')})` : ''}`,
    )
  }
}
if (wanted.length === 0) {
  const file = join(import.meta.dirname, 'results.json')
  const machine = { node: process.version, cores: cpus().length, cpu: cpus()[0]?.model ?? 'unknown' }
  writeFileSync(
    file,
    `${JSON.stringify({ measured: new Date().toISOString(), machine, results }, null, 2)}\n`,
  )
  console.log(`\nWritten to ${file}`)
}
process.exit(results.every(({ ok }) => ok) ? 0 : 1)
