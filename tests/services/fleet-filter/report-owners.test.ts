import { expect, test } from 'vitest'
import { createReportOwners } from '#src/services/fleet-filter/report-owners.ts'
import type { Http } from '#src/services/http/http.ts'

const NORTH = { groups: [{ groupId: 4, groupName: 'North', vehicles: [{ vehicleId: 5 }] }] }
const OF_NORTH = { filterBy: 'Group', vehicleIds: [], groupId: 4 } as const

const create = () => {
  const calls: Array<{ resolve: (reply: typeof NORTH) => void; reject: (error: Error) => void }> = []
  const call = () => new Promise<typeof NORTH>((resolve, reject) => calls.push({ resolve, reject }))
  const owners = createReportOwners({ http: { call } as unknown as Pick<Http, 'call'>, userId: () => 7 })
  return { owners, calls }
}

test('groups are requested once for all who wait for them, also if one of them leaves', async () => {
  const { owners, calls } = create()
  const leaving = new AbortController()
  const left = owners.ownersOf(OF_NORTH, leaving.signal)
  const others = [owners.load(), owners.ownersOf(OF_NORTH), owners.ownersOf(OF_NORTH)]
  leaving.abort()
  expect(calls).toHaveLength(1)
  calls[0]?.resolve(NORTH)
  await expect(left).rejects.toThrow()
  expect((await Promise.all(others)).slice(1)).toEqual([{ groupNames: ['North'] }, { groupNames: ['North'] }])
  await owners.ownersOf(OF_NORTH)
  expect(calls).toHaveLength(1)
})

test('groups that could not be loaded are requested again', async () => {
  const { owners, calls } = create()
  const failing = [owners.ownersOf(OF_NORTH), owners.load()]
  calls[0]?.reject(new Error('not reached'))
  await Promise.all(failing.map((each) => expect(each).rejects.toThrow('not reached')))
  const found = owners.ownersOf(OF_NORTH)
  calls[1]?.resolve(NORTH)
  expect(await found).toEqual({ groupNames: ['North'] })
})

test('whoever loads the groups gets them as they are now', async () => {
  const { owners, calls } = create()
  for (const groups of [NORTH, { groups: [] }]) {
    const loaded = owners.load()
    calls.at(-1)?.resolve(groups)
    expect(await loaded).toHaveLength(groups.groups.length)
  }
  expect(await owners.ownersOf(OF_NORTH)).toEqual({ groupNames: [''] })
})

test('groups that arrive after they were cleared are not the next user’s', async () => {
  const { owners, calls } = create()
  const loaded = owners.load()
  owners.clear()
  const next = owners.ownersOf(OF_NORTH)
  calls[0]?.resolve(NORTH)
  calls[1]?.resolve({ groups: [] })
  await loaded
  expect(await next).toEqual({ groupNames: [''] })
  expect(await owners.ownersOf(OF_NORTH)).toEqual({ groupNames: [''] })
  expect(calls).toHaveLength(2)
})
