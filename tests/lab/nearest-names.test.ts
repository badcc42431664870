import { expect, test } from 'vitest'
import { nearestNames } from '#src/lab/nearest-names.ts'

test.each<[string, string[], string[]]>([
  ['kitten', ['xxxxxx', 'sitting', 'bitter', 'mitten'], ['mitten', 'bitter', 'sitting']],
  ['KITTEN', ['bitter', 'Mitten'], ['Mitten', 'bitter']],
  ['abc', ['abd', 'ab', 'the abc'], ['the abc', 'abd', 'ab']],
  ['abcdef', ['xxxxxx', 'bcdef', 'abcxdef'], ['bcdef', 'abcxdef', 'xxxxxx']],
  ['', ['b', 'a'], ['b', 'a']],
  ['anything', [], []],
])('who typed %j among %j may have meant %j, the likeliest first', (typed, names, expected) => {
  expect(nearestNames(typed, names)).toEqual(expected)
})

test('of what was typed a hundred letters count, and as many names are told as are asked for', () => {
  const name = 'a'.repeat(100)
  expect(nearestNames('a'.repeat(150), ['b', name], 1)).toEqual([name])
  expect(nearestNames('kitten', ['sitting', 'bitter', 'mitten'], 2)).toEqual(['mitten', 'bitter'])
})
