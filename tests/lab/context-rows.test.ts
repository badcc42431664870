import { expect, test } from 'vitest'
import { contextRows, shortText } from '#src/lab/context-rows.ts'

test('the fields of a context tell what they were where an event has changed them', () => {
  const before = { index: 287, points: Array.from({ length: 8641 }, (_, i) => i), gone: 'yes' }
  expect(contextRows(before, { index: 288, points: before.points, added: null })).toEqual([
    { field: 'index', value: '288', before: '287' },
    { field: 'points', value: '[8641]', before: null },
    { field: 'added', value: 'null', before: '–' },
    { field: 'gone', value: '–', before: '"yes"' },
  ])
})

test('nothing has changed where there was nothing before', () => {
  expect(contextRows(undefined, { index: 1 })).toEqual([{ field: 'index', value: '1', before: null }])
  expect(contextRows(undefined, undefined)).toEqual([])
})

test('long values are cut, and long lists inside are counted', () => {
  expect(shortText({ list: [1, 2, 3, 4, 5], few: [1] })).toBe('{"list":"[5]","few":[1]}')
  expect(shortText('x'.repeat(1000)).length).toBeLessThan(200)
  expect(shortText(new Error('broken'))).toBe('"Error: broken"')
  expect(shortText({ list: [1, 2, 3, 4] })).toBe('{"list":[1,2,3,4]}')
  expect([shortText('1234', 6), shortText('12345', 6)]).toEqual(['"1234"', '"12345…'])
})
