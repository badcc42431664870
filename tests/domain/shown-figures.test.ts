import { describe, expect, test } from 'vitest'
import {
  figureText,
  inUnit,
  SHOWN_FIGURES,
  type ShownFigureName,
  specifiedText,
} from '#domain/shown-figures.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'

const METRIC = { units: DEFAULT_UNITS, locale: 'en-IN' }
const OTHER = {
  units: { distance: 'mi', volume: 'usGallon', economy: 'litresPer100Km' },
  locale: 'en-IN',
} as const

describe('OPEN-89 figures have the decimals of their row', () => {
  test.each<[ShownFigureName, string]>([
    ['distance', '7,90,016.35 kms'],
    ['odometer', '7,90,016 KMS'],
    ['serviceDistance', '7,90,016 kms'],
    ['speed', '7,90,016.35 kmph'],
    ['markerSpeed', '7,90,016.35 KMPH'],
    ['overspeed', '7,90,016.3 kmph'],
    ['maxSpeed', '7,90,016 kmph'],
    ['speedLimit', '7,90,016 kmph'],
    ['acceleration', '7,90,016.35 kmph/s'],
    ['engineSpeed', '7,90,016 rpm'],
    ['volume', '7,90,016.35 ltrs'],
    ['volumeLimit', '7,90,016 ltrs'],
    ['economy', '7,90,016.35 kmpl'],
    ['percent', '7,90,016.3 %'],
    ['score', '7,90,016.35'],
    ['count', '7,90,016'],
  ])('%s', (name, text) => {
    expect(specifiedText(name, 790_016.346)).toBe(text)
  })

  test('two, unless the row says otherwise', () => {
    const others = Object.entries(SHOWN_FIGURES).flatMap(([name, { decimals }]) =>
      decimals === 2 ? [] : [`${name} ${decimals}`],
    )
    expect(others.sort()).toEqual([
      ...['count 0', 'degrees 5', 'distanceLimit 0', 'engineSpeed 0', 'maxSpeed 0', 'odometer 0'],
      ...['overspeed 1', 'percent 1', 'serviceDistance 0', 'speedLimit 0', 'townDistance 0', 'volumeLimit 0'],
    ])
  })
})

test('OPEN-89 RPT-24 what nobody measured is N/A', () => {
  const texts = [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 'N/A'].map((value) =>
    figureText('speed', value, METRIC),
  )
  expect(new Set(texts)).toEqual(new Set(['N/A']))
})

test('RPT-25 a text where a number should be is 0, and the text of a number is that', () => {
  expect(['fast', '', '12.5'].map((value) => figureText('speed', value, METRIC))).toEqual([
    ...['0.00', '0.00', '12.50'],
  ])
})

test('nothing below 0 is written as minus 0', () => {
  expect([-0, -0.001, -0.01].map((value) => figureText('volume', value, METRIC))).toEqual([
    ...['0.00', '0.00', '-0.01'],
  ])
})

test('CST-06 figures are in the units of the user; others stay as they are', () => {
  const names = ['distance', 'overspeed', 'acceleration', 'volume', 'economy', 'battery'] as const
  expect(names.map((name) => figureText(name, 24, OTHER))).toEqual([
    ...['14.91', '14.9', '14.91', '6.34', '4.17', '24.00'],
  ])
  expect(inUnit('odometer', 1.609344, OTHER.units)).toBe(1)
})

test('a limit in litres has decimals only where it is converted', () => {
  expect(figureText('volumeLimit', 5, METRIC)).toBe('5')
  expect(figureText('volumeLimit', 5, OTHER)).toBe('1.32')
})
