import { expect, test } from 'vitest'
import { csvOfTable } from '#src/services/kit/csv.ts'

test('numbers of a table are downloaded without separators, and other texts as they are', async () => {
  const csv = await csvOfTable(
    ['Vehicle', 'Distance (kms)'],
    [
      ['MH 01, AB', '7,90,016.34'],
      ['1,173', '-10,167.2'],
      ['1,2,3', '14,510 hr'],
      ['5,12', '1,23,45'],
    ],
  ).text()
  expect(csv.replace('\uFEFF', '').split('\r\n')).toEqual([
    ...[
      'Vehicle,Distance (kms)',
      '"MH 01, AB",790016.34',
      '1173,-10167.2',
      '"1,2,3","14,510 hr"',
      '"5,12","1,23,45"',
      '',
    ],
  ])
})
