import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FigureScales } from '#contract/records/scaling.ts'
import { DASHBOARD_WIDGETS, type DashboardWidget } from '#domain/dashboard.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'
import type { FiguresSource } from '#src/machines/dashboard/dashboard.ports.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { COLUMN, WIDGET } from '#src/texts/en/dashboard.ts'
import type { SCALED_KPI } from '#src/texts/en/scaling.ts'
import { recordingContext } from '#tests/kit/canvas-recorder.ts'
import {
  ANSWERS,
  answer,
  callOf,
  closePageAfterEach,
  open,
  page,
  press,
  pressInMenu,
  widget,
} from '#tests/kit/views/dashboard.page.ts'

closePageAfterEach()
afterEach(() => showConventions(DEFAULT_UNITS))

const set = { by: 'asha', at: Date.UTC(2026, 10, 19, 5) }
const SCALES: FigureScales = {
  mileage: { factor: 1.5, set },
  adblue: { factor: 3, set },
  utilization: { factor: 2, set },
}

/** Each KPI of the answers below as it is shown without a factor, and with its own. No other figure has the same digits. */
const SHOWN: Readonly<Record<string, string>> = {
  ...{ '4.12': '6.18', '4.14': '6.21', '3.34': '5.01', '4.52': '6.78', '2.56': '3.84' },
  ...{ '3.82': '5.73', '4.22': '6.33', '4.16': '6.24', '4.18': '6.27' },
  ...{ '13.70': '41.10', '2.70': '8.10', '2.12': '6.36', '1.76': '5.28', '31.70': '95.10', '32.70': '98.10' },
  // At most 100 %.
  ...{ '28.0': '56.0', '31.8': '63.6', '44.4': '88.8', '21.1': '42.3' },
  ...{ '18.1': '36.2', '16.7': '33.3', '20.6': '41.1', '60.5': '100.0', '31.1': '62.2' },
  // The part of it in which trucks drove, five sixths.
  ...{ '15.1': '30.2', '13.9': '27.8', '50.4': '83.3' },
}
const OF_KPI = new RegExp(
  `(?<![\\d.])(${Object.keys(SHOWN).join('|').replaceAll('.', '\\.')})(?![\\d.])`,
  'g',
)
const asScaled = (text: string) => text.replace(OF_KPI, (figure) => SHOWN[figure] ?? '')
const kpisIn = (text: string) => text.match(OF_KPI) ?? []

const named = (vehicleId: number, value: number, band: { from: number; to: number } | null = null) => ({
  ...{ vehicleId, registration: `KA 01 AB 000${vehicleId}`, value, band },
})
/** The figures that answers have, of which the KPIs have the digits above. */
const measured = (scales: FigureScales | undefined): FigureAnswers => {
  const more = scales === undefined ? {} : { scales }
  const { MILAGE_DAILY, ADBLUE_DAILY, UTILIZATION_DAILY, FLEET_INSIGHTS, rows } = ANSWERS
  const all: FigureAnswers = {
    ...ANSWERS,
    MILAGE_DAILY: {
      ...MILAGE_DAILY,
      days: MILAGE_DAILY.days.map((day) => ({ ...day, mileage: day.mileage === null ? null : 4.14 })),
      total: {
        distanceKm: 770,
        meteredKm: 700,
        fuelUsed: 175,
        odometerShare: 0.5,
        doubtedKm: 0,
        mileage: 4.12,
      },
      before: {
        distanceKm: 770,
        meteredKm: 700,
        fuelUsed: 200,
        odometerShare: 0.5,
        doubtedKm: 0,
        mileage: 3.34,
      },
    },
    ADBLUE_DAILY: {
      ...ADBLUE_DAILY,
      days: ADBLUE_DAILY.days.map((day) => ({ ...day, adblueUsed: 2.7 })),
      total: { adblueUsed: 13.7 },
      before: { adblueUsed: 12.3 },
      average: { aDay: 2.12, days: 15, ofDays: 18 },
      averageBefore: { aDay: 1.76, days: 21, ofDays: 21 },
    },
    UTILIZATION_DAILY: {
      ...UTILIZATION_DAILY,
      days: UTILIZATION_DAILY.days.map((day, i) => ({
        ...{ ...day, utilization: i === 0 ? 60.5 : 16.67, knownUtilization: 44.4 },
      })),
    },
    FLEET_INSIGHTS: {
      ...FLEET_INSIGHTS,
      insights: [
        { kind: 'best', figure: 'mileage', count: 1, vehicles: [named(1, 4.52)] },
        {
          kind: 'worst',
          figure: 'utilization',
          count: 1,
          vehicles: [{ ...named(2, 31.11), ofSelected: 21.14 }],
        },
        { kind: 'best', figure: 'score', count: 1, vehicles: [named(2, 94)] },
        { kind: 'stood', figure: 'stoppedS', count: 1, vehicles: [named(2, 400_000)] },
        {
          kind: 'fuelUse',
          figure: 'mileage',
          count: 1,
          vehicles: [named(1, 2.56, { from: 3.82, to: 4.22 })],
        },
      ],
    },
    rows: {
      ...rows,
      rows: rows.rows.map((row, i) => ({
        ...row,
        figures: {
          ...{ ...NO_FIGURES, ...row.figures, meteredKm: 416 + i * 2, fuelUsed: 100 },
          adblueUsed: 31.7 + i,
        },
      })),
    },
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, reply]) => [name, 'hours' in reply ? { ...reply, ...more } : reply]),
  ) as FigureAnswers
}

/** The texts below a node, each by itself: those of cells have nothing between them. */
const textsOf = (node: Node): readonly string[] =>
  node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [...node.childNodes].flatMap(textsOf)

/** What people read and hear of an element, without the badges; and these. */
const readingOf = (element: Element) => {
  const copy = element.cloneNode(true) as Element
  const badges = [...copy.querySelectorAll('button')].filter((each) => each.textContent?.startsWith('× '))
  for (const badge of badges) badge.remove()
  const heard = [...copy.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'))
  return {
    text: [...textsOf(copy), ...heard].join('\n'),
    badges: badges.map((badge) => badge.getAttribute('aria-label') ?? ''),
  }
}

const reply = (source: FiguresSource, scales?: FigureScales) => answer(source, measured(scales)[source])

/** All that a widget shows: its chart, table, CSV and picture. */
const readingsOf = async (name: DashboardWidget, scales?: FigureScales) => {
  const hidden = DASHBOARD_WIDGETS.filter((each) => each !== name)
  const openWidget = async () => {
    await open({ place: { layout: { shown: [name], hidden } } })
    await reply(name, scales)
  }
  await openWidget()
  const region = () => screen.getByRole('region', { name: WIDGET[name] })
  const chart = readingOf(region())
  await press(`Table: ${WIDGET[name]}`)
  const table = readingOf(region())
  await pressInMenu(WIDGET[name], 'Download as CSV')
  const csv = (await page.savedFiles[0]?.file.text()) ?? ''
  page.close()
  await openWidget()
  const { context, painted } = recordingContext()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['png']))
  await pressInMenu(WIDGET[name], 'Download as PNG')
  await waitFor(() => expect(page.savedFiles).toHaveLength(1))
  vi.restoreAllMocks()
  const png = painted.map(({ text }) => text).join('\n')
  page.close()
  return { chart, table, csv, png }
}

/** The KPIs that widgets show. All others show none, with and without factors. */
const KPIS_OF: Partial<Record<DashboardWidget, readonly (keyof typeof SCALED_KPI)[]>> = {
  MILAGE_DAILY: ['mileage'],
  ADBLUE_DAILY: ['adblue'],
  UTILIZATION_DAILY: ['utilization'],
  FLEET_INSIGHTS: ['mileage', 'utilization'],
}
const badgeOf = (kpi: keyof typeof SCALED_KPI) => {
  const factor = SCALES[kpi]?.factor
  return `× ${factor}: Scaled by ${factor} (set by asha on 19-11-2026)`
}
const withoutFactors = (text: string) => text.replaceAll(/ × [\d.]+/g, '')

describe('scaled KPIs', () => {
  test.each(DASHBOARD_WIDGETS)(
    'OPEN-58 %s shows each of its KPIs scaled, and says so; all else stays',
    async (name) => {
      const plain = await readingsOf(name)
      const scaled = await readingsOf(name, SCALES)
      const kpis = KPIS_OF[name] ?? []
      for (const place of ['chart', 'table', 'csv', 'png'] as const) {
        const [before, after] = [plain[place], scaled[place]].map((each) =>
          typeof each === 'string' ? each : each.text,
        )
        expect(kpisIn(before ?? '').length > 0, `${place} has a KPI`).toBe(kpis.length > 0)
        const output = place === 'png' ? (after ?? '').replaceAll(/Scaled by .*\n/g, '') : (after ?? '')
        expect(withoutFactors(output), place).toBe(asScaled(before ?? ''))
        expect(before, place).not.toMatch(/×|Scaled/)
      }
      expect([plain.chart.badges, plain.table.badges]).toEqual([[], []])
      expect([...new Set(scaled.chart.badges)]).toEqual(kpis.map(badgeOf))
      for (const kpi of kpis) {
        const { factor } = SCALES[kpi] ?? {}
        expect(scaled.table.text, 'the heading or the row of the table').toContain(` × ${factor}`)
        expect(scaled.csv).toContain(` × ${factor}`)
        expect(scaled.png).toMatch(
          new RegExp(`Scaled by ${factor} \\(set by asha on 19-11-2026\\)| × ${factor}`),
        )
      }
    },
  )

  test.each(DASHBOARD_WIDGETS)(
    'OPEN-58 the rows behind %s have the KPI scaled, and what it is made of as measured',
    async (name) => {
      const evidence = { widget: name, day: null, days: 1, part: null, vehicleId: null } as const
      const read = async (scales?: FigureScales) => {
        await open({ place: { evidence } })
        expect(callOf('rows').input.by).toBe(name === 'TRIP_STATUS' ? 'trip' : 'vehicle')
        await reply('rows', scales)
        const reading = readingOf(await screen.findByRole('dialog'))
        page.close()
        return reading
      }
      const [plain, scaled] = [await read(), await read(SCALES)]
      const kpis = (['mileage', 'adblue'] as const).filter(
        (kpi) => KPIS_OF[name]?.[0] === kpi && name !== 'FLEET_INSIGHTS',
      )
      expect(kpisIn(plain.text).length > 0).toBe(kpis.length > 0)
      expect(withoutFactors(scaled.text)).toBe(asScaled(plain.text))
      expect([plain.badges, scaled.badges]).toEqual([[], kpis.map(badgeOf)])
      for (const kpi of kpis) {
        const heading = kpi === 'mileage' ? COLUMN.economy({ unit: 'kmpl' }) : COLUMN.adblue({ unit: 'ltrs' })
        expect(scaled.text).toContain(`${heading} × ${SCALES[kpi]?.factor}`)
      }
    },
  )

  test('OPEN-58 a comparison is one of what was measured', async () => {
    await open()
    await reply('UTILIZATION_DAILY', { utilization: { factor: 10, set } })
    // 18.1 % and 20.6 % are both shown as 100 %.
    expect(widget('Utilisation').getByRole('heading').textContent).toBe(
      'Utilisation fell 12.0 % against the 7 days before',
    )
    expect(widget('Utilisation').getByText('100.0')).toBeTruthy()
  })

  test('OPEN-58 only the KPI that has a factor is scaled', async () => {
    await open()
    const scales = { adblue: { factor: 3, set: { ...set, by: '' } } }
    for (const source of ['MILAGE_DAILY', 'ADBLUE_DAILY'] as const) await reply(source, scales)
    expect(widget('Mileage').getByText('4.12')).toBeTruthy()
    expect(widget('Mileage').queryByRole('button', { name: /×/ })).toBeNull()
    expect(widget('AdBlue').getByText('41.10')).toBeTruthy()
    expect(
      widget('AdBlue').getByRole('button', { name: '× 3: Scaled by 3 (set on 19-11-2026)' }),
    ).toBeTruthy()
  })

  test('OPEN-58 CST-06 litres for 100 km fall where km per litre rise, and the badge says what is scaled', async () => {
    await open()
    await page.act(() => showConventions({ ...DEFAULT_UNITS, economy: 'litresPer100Km' }))
    await reply('MILAGE_DAILY', SCALES)
    expect(widget('Mileage').getByText((100 / 4.12 / 1.5).toFixed(2))).toBeTruthy()
    expect(
      widget('Mileage').getByRole('button', { name: /asha on 19-11-2026\), in km per litre$/ }),
    ).toBeTruthy()
  })

  test('OPEN-58 no view reads one of the KPIs without what scales it', () => {
    const views = join(import.meta.dirname, '..', '..', '..', 'src', 'views')
    const files = readdirSync(views, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    )
    const readers = files.filter((file) => {
      const code = readFileSync(join(views, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      return /\b(mileage|mileageOf|adblueUsed|utilization)\b/.test(code)
    })
    const unscaled = readers.filter(
      (file) => !readFileSync(join(views, file), 'utf8').includes('kit/kpis.ts'),
    )
    expect(readers).toContain(join('dashboard', 'daily-content.ts'))
    // What scales them.
    expect(unscaled).toEqual([join('kit', 'kpis.ts')])
  })
})
