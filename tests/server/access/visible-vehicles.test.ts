import { expect, test } from 'vitest'
import { createVisibleVehicles } from '#server/access/visible-vehicles.repository.ts'
import { addCompany, addVehicle, limitUser } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()

const addUser = (companyId: number | null, name: string) =>
  database.db
    .insertInto('app_user')
    .values({
      company_id: companyId,
      user_name: name,
      first_name: name,
      roles: '["CUSTOMER"]',
      password_hash: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()

test('staff see every company, users their own, users with groups only their vehicles', async () => {
  const { db } = database
  const visible = createVisibleVehicles({ db })
  const [north, south] = [await addCompany(db), await addCompany(db)]
  const one = await addVehicle(db, { company_id: north.id })
  const two = await addVehicle(db, { company_id: north.id })
  const foreign = await addVehicle(db, { company_id: south.id })
  const manager = await addUser(north.id, 'manager')
  const clerk = await addUser(north.id, 'clerk')
  const group = await db
    .insertInto('vehicle_group')
    .values({ company_id: north.id, name: 'Night' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const empty = await db
    .insertInto('vehicle_group')
    .values({ company_id: north.id, name: 'Empty' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('group_vehicle')
    .values({ company_id: north.id, group_id: group.id, vehicle_id: two.id })
    .execute()
  await db
    .insertInto('user_group')
    .values({ company_id: north.id, user_id: clerk.id, group_id: group.id })
    .execute()

  expect(await visible({ userId: 0, role: 'ROOTADMIN', companyId: null })).toEqual({
    companyId: null,
    vehicleIds: new Set([one.id, two.id, foreign.id]),
  })
  expect(await visible({ userId: manager.id, role: 'CUSTOMER', companyId: north.id })).toEqual({
    companyId: north.id,
    vehicleIds: new Set([one.id, two.id]),
  })
  expect((await visible({ userId: clerk.id, role: 'CUSTOMER', companyId: north.id })).vehicleIds).toEqual(
    new Set([two.id]),
  )

  await db.updateTable('user_group').set({ group_id: empty.id }).where('user_id', '=', clerk.id).execute()
  expect((await visible({ userId: clerk.id, role: 'CUSTOMER', companyId: north.id })).vehicleIds).toEqual(
    new Set(),
  )
})

test('AC-06 a group that limits a user is not deleted, because the user would see all vehicles; with its company it is', async () => {
  const { db } = database
  const { id: company_id } = await addCompany(db)
  const vehicle = await addVehicle(db, { company_id })
  const { id: user_id } = await addUser(company_id, 'limited')
  await limitUser(db, { company_id, user_id }, [vehicle.id])
  const remove = db.deleteFrom('vehicle_group').where('company_id', '=', company_id)
  await expect(remove.execute()).rejects.toThrow(/user_group/)
  await db.deleteFrom('company').where('id', '=', company_id).execute()
  expect(await remove.returning('id').execute()).toEqual([])
})
