import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createEnvironment } from '#src/services/environment/environment.ts'
import { type Answerer, json, startServer } from '#tests/kit/services/http-server.ts'

const GOOD = JSON.parse(readFileSync(join(import.meta.dirname, '../../../public/env.json'), 'utf8'))

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const environmentOn = async (answer: Answerer, timeoutMs = 5000) => {
  const server = await startServer(answer)
  stops.push(server.stop)
  return createEnvironment({ address: `${server.base}/env.json`, timeoutMs })
}

test('SES-48 OPEN-06 the document is fetched on first use and cached', async () => {
  const environment = await environmentOn((_, response) => json(response, 200, { ...GOOD, extra: 1 }))
  expect(() => environment.current()).toThrow('has not been read yet')
  expect(await environment.read()).toEqual(GOOD)
  expect(environment.current()).toEqual(GOOD)
})

test.each<[string, Answerer, RegExp]>([
  ['missing', (_, response) => response.writeHead(404).end(), /env\.json is missing: status 404/],
  [
    'a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    /is not valid JSON/,
  ],
  ['cut', (_, response) => response.writeHead(200).end('{"productName":"Ro'), /is not valid JSON/],
  ['of another form', (_, response) => json(response, 200, { ...GOOD, v2BaseUrl: 5 }), /is wrong: v2BaseUrl/],
  [
    'without a name',
    (_, response) => json(response, 200, { ...GOOD, productName: '' }),
    /is wrong: productName/,
  ],
  ['a list', (_, response) => json(response, 200, []), /is wrong: the document/],
  ['out of reach', (_, response) => response.destroy(), /cannot be reached/],
])('OPEN-06 a document that is %s is named in the error', async (_, answer, message) => {
  const environment = await environmentOn(answer)
  await expect(environment.read()).rejects.toThrow(message)
  expect(() => environment.current()).toThrow()
})

test('OPEN-06 a document that does not arrive in time is given up', async () => {
  const environment = await environmentOn(() => undefined, 50)
  await expect(environment.read()).rejects.toThrow('did not come in time')
})

test('OPEN-06 after a failure it can be read again', async () => {
  let requests = 0
  const environment = await environmentOn((_, response) => {
    requests += 1
    if (requests === 1) response.writeHead(500).end()
    else json(response, 200, GOOD)
  })
  await expect(environment.read()).rejects.toThrow('status 500')
  expect((await environment.read()).productName).toBe(GOOD.productName)
})
