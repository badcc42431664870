import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { withBackend } from '#tests/kit/server/backend.fixture.ts'

const backend = withBackend()
const GET = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
const EXPECTING = 'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: the impossible\r\n\r\n'

/** What a connection answers to requests that are sent at once, until it is cut or has answered `expected` of them. */
const answersTo = async (
  requests: number,
  expected: number,
  request = GET,
): Promise<{ answers: number; isCut: boolean }> => {
  const { port } = new URL(await listening())
  let text = ''
  const answers = () => text.split('HTTP/1.1 ').length - 1
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request.repeat(requests)))
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (answers() < expected) return
      resolve({ answers: answers(), isCut: false })
      socket.destroy()
    })
    socket.on('error', () => {}).on('close', () => resolve({ answers: answers(), isCut: true }))
  })
}

let address: Promise<string> | null = null
const listening = (): Promise<string> => (address ??= backend.app.listen({ port: 0, host: '127.0.0.1' }))

test('a connection may have eight requests unanswered, and is cut with more', async () => {
  expect(await answersTo(8, 8)).toEqual({ answers: 8, isCut: false })
  for (const many of [9, 1_500]) {
    const { answers, isCut } = await answersTo(many, many)
    expect([isCut, answers <= 8], String(many)).toEqual([true, true])
  }
  expect(await answersTo(1_500, 1_500, EXPECTING)).toMatchObject({ isCut: true })
})

test('one that waits for each answer may send as many as it likes', async () => {
  const { port } = new URL(await listening())
  const answered = await new Promise<number>((resolve) => {
    let answers = 0
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(GET))
    socket.on('data', () => {
      answers += 1
      if (answers < 100) socket.write(GET)
      else socket.end()
    })
    socket.on('close', () => resolve(answers))
  })
  expect(answered).toBe(100)
})

test('the description of the calls is compressed once, for those who take it so', async () => {
  const get = (encoding: string) =>
    backend.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': encoding } })
  const [plain, compressed] = [await get('identity'), await get('br, gzip')]
  expect([plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([
    undefined,
    'gzip',
  ])
  expect(plain.json()).toMatchObject({ openapi: '3.1.0' })
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
})

test('a reply of the server has the limit of those of which nothing is taken', async () => {
  const { raw } = await backend.app.inject('/healthz')
  expect(raw.res.listenerCount('timeout')).toBe(1)
})
