import { expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { allCalls } from '#contract/calls/index.ts'
import { ERROR_MESSAGES } from '#contract/errors.ts'
import { TEXTS } from '#contract/texts.ts'
import { failureOf, noticeOfFailure } from '#src/machines/kit/failure.ts'
import { ERROR_TEXTS, FAILURE_TEXTS } from '#src/texts/en/errors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { failureText } from '#src/views/kit/failure-text.ts'
import { createHttpFixture } from '#tests/kit/services/http.fixture.ts'
import { serve } from '#tests/kit/services/http-calls.ts'
import { type Answerer, json } from '#tests/kit/services/http-server.ts'

/** The calls that are made through the request builder; the environment is read before there is one. */
const calls = allCalls.filter(({ backend }) => backend !== 'root')
const namesCall = (text: string) => calls.some(({ id }) => new RegExp(`\\b${id}\\b`).test(text))

const ANSWERS: readonly (readonly [string, Answerer, RegExp])[] = [
  [
    '204',
    (_, response) => void response.writeHead(204).end(),
    /sent no answer.*contact support\. \(reference [0-9A-F]{12}\)$/,
  ],
  ['{}', (_, response) => json(response, 200, {}), /sent no answer.*\(reference [0-9A-F]{12}\)$/],
  [
    'an error marked in a 200',
    (_, response) => json(response, 200, { error: true, message: 'No yard' }),
    /^No yard$/,
  ],
  [
    'an error without a message',
    (_, response) => json(response, 200, { error: true }),
    /could not do this.*\(reference/,
  ],
  [
    'a page of a proxy',
    (_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'),
    /could not do this.*\(reference/,
  ],
  [
    'a 500 of ours',
    (_, response) =>
      json(response, 500, { error: true, code: 'serverError', params: { id: 'x' }, message: 'Oh' }),
    /^Something went wrong on our side.*\(reference/,
  ],
  ['a 417', (_, response) => json(response, 417, { error: true, message: 'Not now' }), /^Not now$/],
  [
    'broken JSON',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
    /could not be read.*\(reference/,
  ],
  ['no reply', (_, response) => void response.destroy(), /^The server cannot be reached.*\(reference/],
]

test.each(ANSWERS)(
  'what people read after %s names no call, whichever was made',
  async (_, answer, expected) => {
    const { http } = createHttpFixture((await serve(answer)).base)
    const read = async (call: Call) => {
      const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']))
      const error = await http.call(call, { params } as never).catch((error: unknown) => error)
      const failure = failureOf(error)
      const { text } = noticeOfFailure(failure)
      return [failureText(failure, KIT.serverAway), text === null ? '' : TEXTS[text], failure.message]
    }
    for (const call of calls) {
      const [sentence = '', ...others] = await read(call)
      expect(sentence, call.id).toMatch(expected)
      expect([sentence, ...others].filter(namesCall), call.id).toEqual([])
    }
  },
)

test('a reply that breaks its promise is described to people without the field', async () => {
  const { http, reported } = createHttpFixture(
    (await serve((_, response) => json(response, 200, { a: 1 }))).base,
  )
  const promising = calls.filter(
    ({ reply, replyKind }) => replyKind === 'json' && !reply.safeParse({ a: 1 }).success,
  )
  expect(promising.length).toBeGreaterThan(20)
  for (const call of promising) {
    const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']))
    const error = await http.call(call, { params } as never).catch((error: unknown) => error)
    expect(failureText(failureOf(error), KIT.serverAway), call.id).toMatch(
      /^The answer of the server could not be read/,
    )
  }
  expect(reported.every(({ error }) => /^The reply is not as promised: \S/.test(error.message))).toBe(true)
})

test('no sentence for a code names a call', () => {
  const sentences = [
    ...Object.values(ERROR_MESSAGES),
    ...Object.values(ERROR_TEXTS),
    ...Object.values(FAILURE_TEXTS).filter((text) => typeof text === 'string'),
  ]
  expect(sentences.filter(namesCall)).toEqual([])
})

test('the reference is the id that the server answered with, else the one that was sent', async () => {
  const seen: unknown[] = []
  const answering = async (id: string | undefined) => {
    const { http } = createHttpFixture(
      (
        await serve(({ headers }, response) => {
          seen.push(headers['x-request-id'])
          json(response, 500, {}, id === undefined ? {} : { 'x-request-id': id })
        })
      ).base,
    )
    const call = calls[0] as Call
    return failureOf(await http.call(call).catch((error: unknown) => error)).reference
  }
  expect(await answering('0123456789AB')).toBe('0123456789AB')
  expect(await answering(undefined)).toBe(seen[1])
  expect(await answering('<b>not ours</b>')).toBe(seen[2])
  expect(new Set(seen).size).toBe(3)
})

test('the messages of programming errors are not for people', () => {
  expect(failureText(failureOf(new TypeError('x is undefined')), '')).toBe(FAILURE_TEXTS.unexpected)
})
