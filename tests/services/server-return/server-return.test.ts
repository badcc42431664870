import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createServerReturn } from '#src/services/server-return/server-return.ts'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done)))))

/** A server that answers everything with a status; `paths` are those that it was sent. */
const listen = async (port = 0, status = () => 200) => {
  const paths: string[] = []
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    response.writeHead(status(), { connection: 'close' }).end()
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { paths, port: (server.address() as AddressInfo).port }
}
const close = () => new Promise((done) => servers.pop()?.close(done))

/** A page whose timer is run by the test. */
const open = (href = 'http://portal.example/') => {
  const events: string[] = []
  const pauses: number[] = []
  const listeners = new Map<string, () => void>()
  let due: (() => void) | undefined
  const document = { hidden: false }
  const page = {
    fetch,
    setTimeout: (run: () => void, ms: number) => {
      due = run
      return pauses.push(ms)
    },
    clearTimeout: () => {
      due = undefined
    },
    dispatchEvent: ({ type }: Event) => events.push(type) > 0,
    addEventListener: (type: string, hear: () => void) => listeners.set(type, hear),
    ...{ document, location: { href } },
  }
  const pass = async () => {
    const run = due
    due = undefined
    const [before, heard] = [pauses.length, events.length]
    run?.()
    // It has waited again, or the page has heard of it.
    await expect.poll(() => pauses.length > before || events.length > heard).toBe(true)
  }
  return {
    send: createServerReturn(page as never),
    hear: (type: string) => listeners.get(type)?.(),
    events,
    pauses,
    document,
    pass,
    isWaiting: () => due !== undefined,
  }
}

test('SES-30 a server that was away is tried every few seconds until it is ready, and the page hears it once', async () => {
  const { send, events, pauses, pass, isWaiting } = open()
  const { port } = await listen()
  const url = `http://127.0.0.1:${port}/api/trucks`
  await send(url)
  expect(isWaiting()).toBe(false)
  await close()
  await expect(send(url)).rejects.toThrow(TypeError)
  await expect(send(url)).rejects.toThrow(TypeError)
  for (let i = 0; i < 3; i += 1) await pass()
  expect([events, pauses]).toEqual([[], [3_000, 5_000, 5_000, 5_000]])
  let status = 503
  const { paths } = await listen(port, () => status)
  await pass()
  expect(events).toEqual([])
  status = 200
  await pass()
  expect([events, isWaiting()]).toEqual([['online'], false])
  expect(paths).toEqual(['/readyz', '/readyz'])
})

test('a hidden page tries nothing, and goes on when it is shown', async () => {
  const { send, events, document, pass } = open()
  const { port } = await listen()
  await close()
  await expect(send(`http://127.0.0.1:${port}/`)).rejects.toThrow(TypeError)
  const { paths } = await listen(port)
  document.hidden = true
  await pass()
  expect([paths, events]).toEqual([[], []])
  document.hidden = false
  await pass()
  expect(events).toEqual(['online'])
})

test('what a proxy says of a server counts, and what the server itself says or the page ends does not', async () => {
  for (const [status, counts] of [
    [502, true],
    [504, true],
    [500, false],
    [503, false],
    [401, false],
  ] as const) {
    const { send, isWaiting } = open()
    const { port } = await listen(0, () => status)
    await send(`http://127.0.0.1:${port}/`)
    expect(isWaiting(), String(status)).toBe(counts)
  }
  const { send, isWaiting } = open()
  const { port } = await listen()
  await expect(send(`http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(isWaiting()).toBe(false)
})

test('SES-30 code that could not be loaded of a server that is away is noticed too, and of one that answers is not', async () => {
  const { port, paths } = await listen()
  const { hear, events, pauses, pass, isWaiting } = open(`http://127.0.0.1:${port}/fleet-health`)
  hear('vite:preloadError')
  await expect.poll(() => paths).toEqual(['/readyz'])
  await close()
  hear('vite:preloadError')
  await expect.poll(() => pauses.length).toBe(1)
  await pass()
  expect(events).toEqual([])
  await listen(port)
  await pass()
  expect(events).toEqual(['online'])
  expect(isWaiting()).toBe(false)
})
