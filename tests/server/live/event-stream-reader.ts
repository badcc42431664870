import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One event or comment as it arrived. */
export type Received = {
  readonly event?: string
  readonly id?: string
  readonly data?: string
  readonly text: string
}

const parse = (block: string): Received => {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const at = line.indexOf(': ')
    if (at > 0) fields[line.slice(0, at)] = line.slice(at + 2)
  }
  return { ...fields, text: block }
}

/** A reader of one event stream, which keeps all it received. */
export type TestReader = {
  readonly reply: IncomingMessage
  readonly received: Received[]
  /** Waits until something received matches. */
  until(fits: (one: Received) => boolean): Promise<Received>
  readonly ended: Promise<void>
  pause(): void
  resume(): void
  leave(): void
}

/** Serves `open` on a port of its own, on raw replies as the app passes them. */
export const serveStreams = async (open: (raw: ServerResponse, url: string) => void) => {
  const server = createServer((incoming, raw) => open(raw, incoming.url ?? '/'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const read = async (path = '/'): Promise<TestReader> => {
    const outgoing = request({ port, host: '127.0.0.1', path, agent: false }).end()
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
    const received: Received[] = []
    const waiting = new Set<() => void>()
    let rest = ''
    reply.setEncoding('utf8')
    reply.on('data', (text: string) => {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      received.push(...blocks.map(parse))
      for (const look of waiting) look()
    })
    reply.on('error', () => {})
    outgoing.on('error', () => {})
    const ended = new Promise<void>((resolve) => reply.on('close', resolve))
    return {
      reply,
      received,
      ended,
      until: (fits) =>
        new Promise((resolve) => {
          const look = () => {
            const found = received.find(fits)
            if (found === undefined) return
            waiting.delete(look)
            resolve(found)
          }
          waiting.add(look)
          look()
        }),
      pause: () => reply.pause(),
      resume: () => reply.resume(),
      leave: () => reply.destroy(),
    }
  }
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { port, read, close }
}
