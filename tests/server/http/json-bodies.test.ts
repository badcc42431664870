import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handleErrors } from '#server/http/error-answers.ts'
import { acceptJson } from '#server/http/json-bodies.ts'

/** Values of one of many large bodies, each above 16 KB. */
const VALUES = 8_000
const MANY = 60
/** Large bodies of one user or address that wait or are read. */
const MOST = 32

const junk = (values: number): string => `{"junk":[${Array(values).fill('{}').join()}]}`

let app = Fastify()
/** Turns of the event loop so far, and those in which a body was there. */
let turn = 0
let turns: number[] = []
let next: NodeJS.Immediate
beforeEach(async () => {
  app = Fastify({ trustProxy: true })
  handleErrors(app)
  acceptJson(app)
  app.post('/', async ({ body }) => {
    turns.push(turn)
    return { isEmpty: body === undefined }
  })
  await app.ready()
  turns = []
  const count = () => {
    turn += 1
    next = setImmediate(count)
  }
  count()
})
afterEach(async () => {
  clearImmediate(next)
  await app.close()
})

const send = (payload: string, address = '10.0.0.1') =>
  app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    payload,
  })

test('a body of more values than any call has is refused before it is read', async () => {
  const answer = await send(junk(100_000))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'unreadableRequest',
    message: expect.stringContaining('100000 values'),
  })
  expect(turns).toEqual([])
  expect((await send(junk(99_000))).statusCode).toBe(200)
  expect((await send('')).json()).toEqual({ isEmpty: true })
  expect((await send('{"a":')).statusCode).toBe(400)
})

test('large bodies are read one after the other, of whomever, and the event loop turns between two of them', async () => {
  const answers = await Promise.all(
    Array.from({ length: MANY }, (_, i) => send(junk(VALUES), `10.0.1.${i % 10}`)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(MANY).fill(200))
  expect(new Set(turns).size).toBe(MANY)
})

test('an address has so many large bodies that wait', async () => {
  const answers = await Promise.all(Array.from({ length: MANY }, () => send(junk(VALUES))))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(MANY - MOST)
  expect(turns).toHaveLength(MANY - refused.length)
})
