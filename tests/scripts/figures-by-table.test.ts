import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FORMATTING =
  /toFixed\(|toPrecision\(|(?:max|min)imumFractionDigits|Intl\.NumberFormat|toLocaleString\(|::\./

/** What writes numbers beside the table of figures, and why it is none of them. */
const OTHERS: Readonly<Record<string, string>> = {
  'domain/shown-figures.ts': 'the formatter of the table',
  'contract/links/playback.ts': 'the camera in an address',
  'src/services/geocoder/geocoder.ts': 'the key of a kept address',
  'src/services/geocoder/nominatim-lookup.ts': 'the question to a geocoder',
  'src/services/map/draw/shape-rings.ts': 'degrees as they are drawn',
  'src/services/map/overlay/canvas.ts': 'pixels',
  'src/services/map/google/marker-elements.ts': 'degrees of a rotation in CSS',
  'src/services/playback/route-text.ts':
    'files that programs read again: as exact as the positions are stored',
  'src/views/kit/number-field.tsx': 'a number as it is typed',
  'src/views/driving-analysis/comparison.tsx': 'the length of a bar in CSS',
  'src/views/driving-analysis/trend-plot.ts': 'ticks of an axis, whole tens',
  'src/texts/en/import.ts': 'how fast an import was, and how far off its speeds are',
  'src/texts/en/measures.ts': 'the size of a file',
  'server/import/uploads.service.ts': 'a limit in an error',
  'server/backup/target-database.ts': 'rows, on the command line',
  'server/commands/import-commands.ts': 'the command line',
  'server/commands/progress-line.ts': 'the command line',
  'server/commands/gateway-commands.ts': 'the command line',
  'server/commands/backup-main.ts': 'the command line',
}

/** A percentage that is rounded in place: of what is shown, `percent` of the table says how it is written. */
const ROUNDED_PERCENT = /Math\.(?:round|floor|ceil)\([^;\n]*?(?:\* 100\b|\b100 \*|\b10_000\b)/
/** What rounds to something else than a percentage that people read, and why. */
const NO_PERCENT: Readonly<Record<string, string>> = {
  'src/views/lab/faults-panel.tsx': 'a number as it is typed',
}
/** A text `key: '… {name} % …'`. */
const PERCENT_TEXT = /(\w+):\s*'[^']*\{(\w+)(, number)?\} ?%/g
/** Texts whose percentage is no figure, and why. */
const OTHER_TEXTS: Readonly<Record<string, string>> = { 'most most': 'a limit, which is a whole number' }

const sources = ['contract', 'domain', 'server', 'src'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`),
)

const formatsNumbers = (path: string): boolean => FORMATTING.test(readFileSync(path, 'utf8'))

test('OPEN-89 no figure is written beside the table of figures', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.filter(formatsNumbers)
  expect(
    found.filter((path) => !Object.hasOwn(OTHERS, path)),
    'write it with formatFigure (src/views/kit/measures.ts) or figureText (domain/shown-figures.ts)',
  ).toEqual([])
  expect(
    Object.keys(OTHERS).filter((path) => !found.includes(path)),
    'is listed without need',
  ).toEqual([])
})

test('OPEN-89 no page rounds a percentage itself', () => {
  const views = sources.filter((path) => path.startsWith('src/views/'))
  const found = views.filter((path) => ROUNDED_PERCENT.test(readFileSync(path, 'utf8')))
  expect(found, 'write it with formatPercent (src/views/kit/measures.ts)').toEqual(Object.keys(NO_PERCENT))
})

test('OPEN-89 what stands before a percent sign in a text is written by formatPercent', () => {
  const views = sources
    .filter((path) => path.startsWith('src/views/'))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
  const texts = sources
    .filter((path) => path.startsWith('src/texts/en/'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(PERCENT_TEXT)])
    .map(([, key = '', name = '', number]) => ({ key, name, number }))
  expect(texts.length).toBeGreaterThan(15)
  expect(
    texts.filter(({ number }) => number !== undefined),
    'a text takes the figure as it is written',
  ).toEqual([])
  const found = texts.flatMap(({ key, name }) => {
    if (Object.hasOwn(OTHER_TEXTS, `${key} ${name}`)) return []
    const value = new RegExp(`\\.${key}\\(\\{[^}]*?(?<=[{,]\\s*)${name}\\b(?!: formatPercent\\()`)
    return views.flatMap(([path, text]) => (value.test(text) ? [`${path}: ${key}({ ${name} })`] : []))
  })
  expect(found).toEqual([])
})
