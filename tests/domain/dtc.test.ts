import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dtcCodesOf, dtcMeaning, dtcOf, dtcSeverity } from '#domain/dtc.ts'
import { FMI_SENTENCES } from '#domain/dtc-failures.ts'
import { SPN_PARTS } from '#domain/dtc-parts.ts'

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

  test('says its part and its failure in plain words, and says so where it is not known', () => {
    expect(dtcMeaning('SPN 100 FMI 1')).toEqual({
      part: 'Engine oil pressure',
      failure: 'The value is far too low: the most severe level.',
    })
    expect(dtcMeaning('SPN 9 FMI 3')).toEqual({
      part: null,
      failure: 'The voltage is too high, or the wire is shorted to plus.',
    })
    expect(dtcMeaning('P20EE').part).toBe('AdBlue system')
    expect(dtcMeaning('U0100').part).toBe('Communication between control units')
    expect(dtcMeaning('whatever')).toEqual({ part: null, failure: null })
  })

  test('has words for all 32 failure modes, and for the parts that trucks report', () => {
    expect(FMI_SENTENCES).toHaveLength(32)
    for (const sentence of FMI_SENTENCES) expect(sentence).toMatch(/^[A-Z].+\.$/)
    expect(Object.keys(SPN_PARTS).length).toBeGreaterThan(100)
    for (const { part } of Object.values(SPN_PARTS)) expect(part).toMatch(/^[A-Z][^.]+$/)
  })
})
