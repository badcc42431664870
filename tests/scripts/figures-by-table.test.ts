import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FORMATTING =
  /toFixed\(|toPrecision\(|(?:max|min)imumFractionDigits|Intl\.NumberFormat|toLocaleString\(|::\./

/** What writes numbers beside the table of figures, and why it is none of them. */
const OTHERS: Readonly<Record<string, string>> = {
  'domain/shown-figures.ts': 'the formatter of the table',
  'domain/playback-link.ts': 'the camera in an address',
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
  'src/texts/en/kit.ts': 'the size of a file',
  'server/import/uploads.service.ts': 'a limit in an error',
  'server/backup/target-database.ts': 'rows, on the command line',
  'server/commands/import-commands.ts': 'the command line',
  'server/commands/progress-line.ts': 'the command line',
  'server/commands/gateway-commands.ts': 'the command line',
  'server/commands/backup-main.ts': 'the command line',
}

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
