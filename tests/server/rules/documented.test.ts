import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALERT_SETTINGS } from '#contract/records/alert-settings.ts'
import type { AlertCode } from '#domain/alerts.ts'
import { RULES } from '#server/rules/limits.ts'

const DOC = readFileSync(new URL('../../../docs/alerts.md', import.meta.url), 'utf8')
const rows = new Map(
  [...DOC.matchAll(/^\| ([A-Z]+) \| (.*) \| (.*) \| (.*) \|$/gm)].map(
    ([, type = '', raised = '', ends = '', threshold = '']) => [type, { raised, ends, threshold }],
  ),
)

test('docs/alerts.md names the initial threshold and the values offered for each type', () => {
  expect([...rows.keys()].sort()).toEqual(ALERT_SETTINGS.map(({ type }) => type).sort())
  for (const { type, initial, valueIn, options } of ALERT_SETTINGS)
    expect(rows.get(type)?.threshold, type).toBe(
      initial === null ? '–' : `${initial} ${valueIn} (${options.join(', ')})`,
    )
})

/** The numbers of each rule that the table must name. */
const NUMBERS: Partial<Record<AlertCode, { raised?: readonly string[]; ends?: readonly string[] }>> = {
  OVERSPEED: { raised: [`${RULES.overspeedS} s`], ends: [`${RULES.overspeedBackKmph} km/h`] },
  ENGINEOVERRUN: {
    raised: [
      `${RULES.overrunAbove.HDT} rpm (HDT)`,
      `${RULES.overrunAbove.MDT} rpm (MDT)`,
      `${RULES.overrunS} s`,
    ],
    ends: [`${RULES.overrunBackRpm} rpm`],
  },
  NEUTRALDRIVING: {
    raised: [`${RULES.neutralAbove} km/h`],
    ends: [`${RULES.neutralAbove - RULES.neutralBackKmph} km/h`],
  },
  IDLING: { raised: [`${RULES.movingAbove} km/h`] },
  STOPPAGE: { raised: [`${RULES.movingAbove} km/h`] },
  FUELDROP: {
    raised: [`${RULES.fuelScatterTimes} times`],
    ends: [`${RULES.fuelGoesOnPerMin * 60} l an hour`],
  },
  FUELFILL: {
    raised: [`${RULES.fuelScatterTimes} times`],
    ends: [`${RULES.fuelGoesOnPerMin * 60} l an hour`],
  },
  ADBLUELOW: { ends: [`${RULES.adblueRearmLitres} l`] },
  GEOFENCEINOUT: { raised: [`${RULES.fenceLeaveM} m`] },
  ADBLUEZONE: { raised: [`${RULES.adblueZoneFrom} to ${RULES.adblueZoneTo}`] },
}

test('docs/alerts.md names the numbers of each rule', () => {
  for (const [type, { raised = [], ends = [] }] of Object.entries(NUMBERS)) {
    for (const text of raised) expect(rows.get(type)?.raised, type).toContain(text)
    for (const text of ends) expect(rows.get(type)?.ends, type).toContain(text)
  }
  expect(DOC).toContain(`at most ${RULES.stateGapS / 60} minutes apart`)
  expect(DOC).toContain(`up to ${RULES.parkedGapS / 3600} hours and less than ${RULES.samePlaceM} m apart`)
  expect(DOC).toContain(`less than ${RULES.samePlaceM} m apart`)
})
