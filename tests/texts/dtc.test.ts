import { describe, expect, test } from 'vitest'
import { dtcSeverity } from '#domain/dtc.ts'
import { DTC_FAILURE, DTC_PART, DTC_SYSTEM } from '#src/texts/en/dtc.ts'
import hindi from '#src/texts/hi/dtc.json'
import tamil from '#src/texts/ta/dtc.json'

const ENGLISH = { parts: DTC_PART, failures: DTC_FAILURE, systems: DTC_SYSTEM }
const SECTIONS = ['parts', 'failures', 'systems'] as const
const LANGUAGES = [
  ['Hindi', hindi, /\p{Script=Devanagari}/u],
  ['Tamil', tamil, /\p{Script=Tamil}/u],
] as const

describe('HLT-01 the words of trouble codes', () => {
  test('name the parts that trucks report, and say what every failure mode means', () => {
    expect(Object.keys(DTC_PART).length).toBeGreaterThan(100)
    for (const part of Object.values(DTC_PART)) expect(part).toMatch(/^[A-Z][^.]+$/)
    for (const sentence of Object.values(DTC_FAILURE)) expect(sentence).toMatch(/^[A-Z].+\.$/)
    expect(Object.keys(DTC_FAILURE)).toEqual([...Array(22).keys(), 31, 'reserved'].map(String))
  })

  test('name every part that stops or endangers a truck', () => {
    const critical = [...Array(10_000).keys()].filter((spn) => dtcSeverity(`SPN ${spn} FMI 5`) === 'high')
    expect(critical.length).toBeGreaterThan(20)
    expect(Object.keys(DTC_PART)).toEqual(expect.arrayContaining(critical.map(String)))
  })

  test.each(
    LANGUAGES.flatMap(([name, words, script]) =>
      SECTIONS.map((section) => ({ name, section, words: words[section], script })),
    ),
  )('are all in $name, each its own: $section', ({ section, words, script }) => {
    expect(Object.keys(words)).toEqual(Object.keys(ENGLISH[section]))
    const texts = Object.values(words)
    for (const text of texts) expect(text).toMatch(script)
    expect(new Set(texts).size).toBe(texts.length)
  })
})
