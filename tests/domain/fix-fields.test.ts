import { describe, expect, test } from 'vitest'
import { fixFields, pointFields } from '#domain/fix.ts'
import { conversionTo } from '#domain/unit-names.ts'

const repeated = (names: readonly string[]): string[] => names.filter((name, i) => names.indexOf(name) !== i)

describe('the list of what a fix can carry', () => {
  test('begins with the fields of the first release in their order, which every stored day has', () => {
    expect(fixFields.map(({ name }) => name).slice(0, 17)).toEqual([
      'time',
      'lng',
      'lat',
      'speed',
      'heading',
      'odo',
      'engineHours',
      'rpm',
      'fuel',
      'adblue',
      'ignition',
      'neutral',
      'adblueZone',
      'dpf',
      'events',
      'derived',
      'dtcs',
    ])
  })

  test('gives no name to two fields, in no dialect', () => {
    expect(repeated(fixFields.map(({ column }) => column))).toEqual([])
    expect(repeated(fixFields.flatMap(({ ingest }) => ingest?.names ?? []))).toEqual([])
    expect(repeated(fixFields.flatMap(({ csv }) => csv?.names ?? []))).toEqual([])
    expect(repeated(fixFields.flatMap(({ gpx }) => gpx?.element ?? []))).toEqual([])
    expect(repeated(pointFields.flatMap(({ point }): readonly string[] => point.names))).toEqual([])
  })

  test('spells CSV headers as they are compared: lower case, without spaces and signs', () => {
    for (const { csv } of fixFields) for (const name of csv?.names ?? []) expect(name).toMatch(/^[a-z\d]+$/)
  })

  test('names units that can be converted', () => {
    for (const { unit, ingest, csv, gpx } of fixFields)
      for (const other of [ingest?.unit, csv?.traccarUnit, gpx?.unit])
        if (other !== undefined) expect(conversionTo(unit, other)(1), `${other} to ${unit}`).not.toBe(1)
  })
})
