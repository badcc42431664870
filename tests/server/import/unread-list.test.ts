import { expect, test } from 'vitest'
import { createUnreadList, unreadProblem } from '#server/import/unread-list.ts'

test('values of more columns than are told apart are counted together, and none is lost', () => {
  const list = createUnreadList()
  const add = (header: string, line: number) => list.add({ header, line, text: 'x', times: 1 })
  for (let at = 0; at < 200; at += 1) add(`column ${at}`, at + 2)
  add('column 7', 300)
  for (let at = 200; at < 500; at += 1) add(`column ${at}`, 301)
  const problems = list.take().map((column) => unreadProblem('a.csv', column))
  expect(problems).toHaveLength(201)
  expect(problems[7]).toEqual({
    ...{ file: 'a.csv', line: 9, code: 'valuesUnread' },
    params: { column: 'column 7', value: 'x', times: 2 },
  })
  expect(problems.at(-1)).toEqual({ file: 'a.csv', line: 301, code: 'leftOutMore', params: { times: 300 } })
  expect(list.take()).toEqual([])
})
