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

test('AC-18 a name begins no formula, also where a spreadsheet parts cells by semicolons or tabs', async () => {
  const names = ['=1+1', "A;=cmd|'/C calc'!A0", 'B;@SUM(1)', 'C\t+1', 'D;-1;=2', 'E; 1-2']
  const csv = await csvOfTable(
    ['Vehicle'],
    names.map((name) => [name]),
  ).text()
  expect(csv.split('\r\n').slice(1, -1)).toEqual([
    "'=1+1",
    "A;'=cmd|'/C calc'!A0",
    "B;'@SUM(1)",
    "C\t'+1",
    "D;'-1;'=2",
    'E; 1-2',
  ])
})
