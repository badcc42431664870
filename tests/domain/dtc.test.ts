import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adblueSpnOf } from '#domain/adblue-codes.ts'
import { dtcCodesOf, dtcOf, dtcSeverity, dtcSystem } from '#domain/dtc.ts'

describe('HLT-01 a trouble code', () => {
  test.each([
    ['SPN 3364 FMI 18', 'SPN 3364 FMI 18', 3364, 18],
    ['spn3364fmi18', 'SPN 3364 FMI 18', 3364, 18],
    ['3364/18', 'SPN 3364 FMI 18', 3364, 18],
    ['3364-18', 'SPN 3364 FMI 18', 3364, 18],
    [' 3364 : 18 ', 'SPN 3364 FMI 18', 3364, 18],
    ['SPN:100', 'SPN 100', 100, null],
    ['p20ee', 'P20EE', null, null],
    ['SPN 524288 FMI 1', 'SPN 524288 FMI 1', null, null],
    ['SPN 100 FMI 32', 'SPN 100 FMI 32', null, null],
    ['whatever', 'WHATEVER', null, null],
  ])('%s is read as %s', (text, code, spn, fmi) => {
    expect(dtcOf(text)).toEqual({ code, spn, fmi })
  })

  test('has one spelling, which is read as itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { code } = dtcOf(text)
        expect(dtcOf(code).code).toBe(code)
      }),
    )
    expect(dtcCodesOf(['P20EE', '100-1', 'SPN 100 FMI 1', 'p20ee'])).toEqual(['P20EE', 'SPN 100 FMI 1'])
  })

  test('is as urgent as its part and its failure mode say', () => {
    expect(['SPN 100 FMI 18', 'SPN 97 FMI 0', 'C1234'].map(dtcSeverity)).toEqual(['high', 'high', 'high'])
    expect(['SPN 97 FMI 5', 'SPN 100 FMI 17', 'SPN 9999', 'P20EE', '??'].map(dtcSeverity)).toEqual(
      Array(5).fill('medium'),
    )
    expect(['SPN 97 FMI 15', 'B1234'].map(dtcSeverity)).toEqual(['low', 'low'])
  })

  test('of SAE J2012 says which system it is about, any other does not', () => {
    expect(['P20EE', 'p0300', 'U0100', 'C1234-1F'].map(dtcSystem)).toEqual([
      ...['adblue', 'ignition', 'network', 'chassis'],
    ])
    expect(['SPN 100 FMI 1', 'P9999', 'whatever'].map(dtcSystem)).toEqual([null, null, null])
  })

  test.each([
    ['SPN 3361 FMI 4', 3361],
    ['3361-4', 3361],
    ['spn4364', 4364],
    ['p20ee', 4364],
    ['SPN:3364', 3364],
    ['3364 FMI: 18', 3364],
    // FMIs have five bits.
    ['3364-40', null],
    ['P0300', null],
    ['SPN 110 FMI 3', null],
    ['', null],
  ])('ALR-29 %j is about this part of the AdBlue system: %s', (code, spn) => {
    expect(adblueSpnOf(code)).toBe(spn)
  })
})
