import { expect, test } from 'vitest'
import { conversionTo, isUnitName, unitNamed, unitSign } from '#domain/unit-names.ts'

/** `from` as a header writes it, and what one of it is in ours: NIST SP 811 (2008), B.8; The Units of Measurement Regulations 1995. */
test.each([
  ['kmph', 'km/h', 1],
  ['kmph', 'KN', 1.852],
  ['kmph', 'm/s', 3.6],
  ['kmph', 'mph', 1.609344],
  ['km', 'mi', 1.609344],
  ['km', 'Miles', 1.609344],
  ['km', 'M', 0.001],
  ['km', 'ft', 0.0003048],
  ['m', 'ft', 0.3048],
  ['m', 'Feet', 0.3048],
  ['m', 'metres', 1],
  ['m', 'km', 1000],
  ['h', 'min', 1 / 60],
  ['h', 's', 1 / 3600],
  ['h', 'ms', 1 / 3_600_000],
  ['litres', 'US gal', 3.785411784],
  ['litres', 'imp gal', 4.54609],
  ['litres', 'L', 1],
  ['kPa', 'psi', 6.894757],
  ['kPa', 'bar', 100],
  ['kPa', 'kg/cm²', 98.0665],
  ['V', 'mV', 0.001],
])('B8 %s from %s', (unit, from, one) => {
  const key = unitNamed(unit, from)
  expect(conversionTo(unit, key)(1)).toBeCloseTo(one, 9)
})

test('B8 degrees Fahrenheit have an offset', () => {
  const celsius = conversionTo('°C', unitNamed('°C', '°F'))
  expect([celsius(32), celsius(212), celsius(-40)].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
    0, 100, -40,
  ])
})

test('units of something else, and none, change nothing', () => {
  expect(unitNamed('km', 'km/l')).toBeUndefined()
  expect(unitNamed('km', 'constructor')).toBeUndefined()
  expect(unitNamed(undefined, 'km')).toBeUndefined()
  expect(conversionTo('kmph', 'm')(7)).toBe(7)
  expect(conversionTo('km', undefined)(7)).toBe(7)
  expect(conversionTo('litres', 'gallon')(7)).toBe(7)
})

test('a text is the name of a unit or not', () => {
  expect(['gal', ' US  gal ', '%', 'smoots', 'toString'].map(isUnitName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(['kmph', 'usGallon', 'psi'].map(unitSign)).toEqual(['km/h', 'US gal', 'psi'])
})
