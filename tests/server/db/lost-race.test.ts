import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const add = (id: number) => sql`update counted set number = number + 1 where id = ${id}`
const numbers = async () =>
  (await sql<{ number: number }>`select number from counted order by id`.execute(database.db)).rows.map(
    ({ number }) => number,
  )

beforeAll(async () => {
  await sql`create table counted (id int primary key, number int not null)`.execute(database.db)
})
const reset = async () => {
  await sql`truncate counted`.execute(database.db)
  await sql`insert into counted values (1, 0), (2, 0)`.execute(database.db)
}

/** Resolves when it has been called as often as it is waited for. */
const meeting = (count: number) => {
  let came = 0
  let open = () => {}
  const met = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    came += 1
    if (came === count) open()
    return met
  }
}

test('transactions that wait for each other are both carried out, one of them again', async () => {
  await reset()
  const meet = meeting(2)
  let tries = 0
  const inOrder = (first: number, second: number) =>
    database.db.transaction().execute(async (trx) => {
      tries += 1
      await add(first).execute(trx)
      await meet()
      await add(second).execute(trx)
    })
  await Promise.all([inOrder(1, 2), inOrder(2, 1)])
  expect(await numbers()).toEqual([2, 2])
  expect(tries).toBe(3)
})

test('a statement outside of transactions is carried out again, one within a transaction is not by itself', async () => {
  await reset()
  const meet = meeting(2)
  let isStatementBegun = false
  const both = database.db.transaction().execute(async (trx) => {
    await add(2).execute(trx)
    await meet()
    // The statement has the first row and waits for the second.
    while (!isStatementBegun) {
      const { rows } = await sql`select from pg_locks where not granted`.execute(database.db)
      isStatementBegun = rows.length > 0
    }
    await add(1).execute(trx)
  })
  await meet()
  await sql`with first as (update counted set number = number + 1 where id = 1 returning id)
    update counted set number = number + 1 from first where counted.id = first.id + 1`.execute(database.db)
  await both
  expect(await numbers()).toEqual([2, 2])
})

test('what fails for another reason, and what loses its races again and again, fails', async () => {
  await reset()
  let tries = 0
  const failing = (code: string) =>
    database.db.transaction().execute(async () => {
      tries += 1
      throw Object.assign(new Error(code), { code })
    })
  await expect(failing('23505')).rejects.toThrow('23505')
  expect(tries).toBe(1)
  await expect(failing('40P01')).rejects.toThrow('40P01')
  expect(tries).toBe(4)
  const levels = database.db.transaction().setIsolationLevel('serializable')
  await expect(
    levels.execute(async () => {
      tries += 1
      throw Object.assign(new Error('40001'), { code: '40001' })
    }),
  ).rejects.toThrow('40001')
  expect(tries).toBe(7)
})
