import { expect, test } from 'vitest'
import { errorReplyOf, HttpError } from '#server/http/errors.ts'
import { createUserRepository } from '#server/identity/users.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const users = () => createUserRepository({ db: database.db })

const user = {
  firstName: 'A',
  companyId: null,
  role: 'SUPPORT',
  passwordHash: '',
  alphaAccess: true,
  betaAccess: true,
} as const
const add = (userName: string, email?: string) => users().add({ ...user, userName, email })

/** How each of some writers at once was answered, successes first. */
const outcomesOf = async (writers: ReadonlyArray<Promise<unknown>>) => {
  const settled = await Promise.allSettled(writers)
  const answers = settled.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done'
    const { status, code } = errorReplyOf(outcome.reason, 'id')
    return `${status} ${code}`
  })
  return answers.sort((a, b) => Number(b === 'done') - Number(a === 'done'))
}

test('of users who are added at once with one e-mail address, or one name, each but the first is refused', async () => {
  const emails = await outcomesOf([
    add('asha', 'one@fleet.example'),
    add('ravi', 'ONE@fleet.example'),
    add('tara', 'One@Fleet.example'),
  ])
  expect(emails).toEqual(['done', '409 emailTaken', '409 emailTaken'])
  expect(await outcomesOf([add('meena'), add('Meena')])).toEqual(['done', '409 userNameTaken'])
  expect(await users().list()).toHaveLength(2)
})

test('of users who are changed to one e-mail address at once one is, and the other keeps all they had', async () => {
  const [one, other] = [await add('devi', 'devi@fleet.example'), await add('gita', 'gita@fleet.example')]
  const change = (id: number) => users().change(id, { email: 'new@fleet.example', role: 'ANALYTICSUSER' })
  expect(await outcomesOf([change(one), change(other)])).toEqual(['done', '409 emailTaken'])
  const found = [await users().byId(one), await users().byId(other)]
  const kept = found.find((each) => each?.email !== 'new@fleet.example')
  expect(kept).toMatchObject({ email: `${kept?.user_name}@fleet.example`, roles: ['SUPPORT'] })
  await users().change(one, { email: 'Devi@Fleet.example' })
})

test('any other failure passes through', async () => {
  const failure = await users()
    .add({ ...user, userName: 'lost', companyId: 4711 })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '23503' })
  expect(failure).not.toBeInstanceOf(HttpError)
})
