import { expect, test } from 'vitest'
import { chooseCompany, createImportVehicles } from '#server/import/vehicles.repository.ts'
import { retainedBytes } from '#tests/kit/server/retained-bytes.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const SPELLINGS = 400_000

test('a file that spells one vehicle in very many ways has it once, and takes no memory for each', async () => {
  const { company } = await chooseCompany(database.db, undefined)
  const options = { dryRun: true, mostNew: 10, vehicleIds: undefined }
  const vehicles = await createImportVehicles(database.db, company, options)
  const name = 'THETRUCKOFTHENORTHERNROAD'
  const spelt = (i: number) =>
    [...name].map((letter, at) => ((i >> at) & 1 ? letter.toLowerCase() : letter)).join('')
  const first = await vehicles.idOf(spelt(0))
  const before = retainedBytes()
  for (let i = 1; i < SPELLINGS; i += 1) {
    const id = vehicles.idOf(spelt(i))
    if ((typeof id === 'number' ? id : await id) !== first) throw new Error(spelt(i))
  }
  expect(retainedBytes() - before).toBeLessThan(10_000_000)
  expect(vehicles.made()).toEqual([name])
})
