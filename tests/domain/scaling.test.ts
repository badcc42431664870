import { describe, expect, test } from 'vitest'
import { DASHBOARD_WIDGETS } from '#domain/dashboard.ts'
import { hasFactorDecimals, SCALED_KPI_NAMES, SCALED_KPIS, scaledValue } from '#domain/scaling.ts'

describe('the scaling factor', () => {
  test('OPEN-58 scales fuel economy, AdBlue use and utilisation, each the figure of a widget', () => {
    expect(SCALED_KPI_NAMES).toEqual(['mileage', 'adblue', 'utilization'])
    expect(DASHBOARD_WIDGETS).toEqual(
      expect.arrayContaining(SCALED_KPI_NAMES.map((kpi) => SCALED_KPIS[kpi].widget)),
    )
  })

  test.each([
    ['mileage', 4, 1.05, 4.2],
    ['adblue', 12, 0.5, 6],
    ['utilization', 60, 1.5, 90],
    ['utilization', 80, 1.5, 100],
    ['mileage', 80, 1.5, 120],
    ['utilization', 0, 10, 0],
  ] as const)('OPEN-58 %s of %d times %d is %d', (kpi, value, factor, shown) => {
    expect(scaledValue(kpi, value, factor)).toBeCloseTo(shown, 9)
  })

  test('OPEN-58 1 leaves every figure as it is, also what a measurement has above its most', () => {
    for (const kpi of SCALED_KPI_NAMES) expect(scaledValue(kpi, 100.02, 1)).toBe(100.02)
  })

  test.each([
    [1, true],
    [0.123, true],
    [9.999, true],
    [1.0005, false],
    [1e-7, false],
    [Number.NaN, true],
  ])('OPEN-58 %d has few enough decimals: %s', (value, isFine) => {
    expect(hasFactorDecimals(value)).toBe(isFine)
  })
})
