import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An event stream that the browser opened: which one, the id it resumes after, and the ids of the events sent to the browser. */
export type ProxiedStream = {
  readonly kind: 'fleet' | 'vehicles'
  readonly behind: string | null
  readonly ids: string[]
  isOpen: boolean
}

/**
 * A connection to the server that a test can cut: Playwright's own way of going offline leaves open streams alone. Counts the
 * event streams that are open, which is what the server and the browser's limit of six connections see.
 */
export const startProxy = async (target: string) => {
  const streams: (ProxiedStream & { readonly reply: ServerResponse })[] = []
  let isDown = false

  const watched = (path: string, behind: string | undefined, reply: ServerResponse) => {
    const kind = path.includes('/fleetmaptracking/stream')
      ? ('fleet' as const)
      : path.includes('/livetrack/stream')
        ? ('vehicles' as const)
        : null
    if (kind === null) return undefined
    const stream = { kind, behind: behind ?? null, ids: [] as string[], isOpen: true, reply }
    streams.push(stream)
    reply.on('close', () => {
      stream.isOpen = false
    })
    return stream
  }

  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    const isStream = url.includes('/stream')
    if (isDown && isStream) return void incoming.socket.destroy()
    const onward = request(`${target}${url}`, { method, headers, agent: false }, (answer) => {
      const stream =
        answer.statusCode === 200
          ? watched(url, headers['last-event-id'] as string | undefined, outgoing)
          : undefined
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        outgoing.write(chunk)
        if (stream === undefined) return
        const blocks = (text + chunk.toString()).split('\n\n')
        text = blocks.pop() ?? ''
        stream.ids.push(...blocks.flatMap((block) => /^id: (.*)$/m.exec(block)?.[1] ?? []))
      })
      answer.on('end', () => outgoing.end())
      answer.on('error', () => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = () => streams.filter(({ isOpen }) => isOpen)

  return {
    url: `http://127.0.0.1:${port}`,
    /** Every stream ever opened, in order. */
    streams: streams as readonly ProxiedStream[],
    /** How many are open, of one kind or of both. */
    open: (kind?: ProxiedStream['kind']) =>
      open().filter((stream) => kind === undefined || stream.kind === kind).length,
    /** Cuts every open stream in the middle; `isDown` keeps new ones from being opened. Returns how many were cut. */
    cut: ({ down = false } = {}) => {
      isDown = down
      const cut = open()
      for (const { reply } of cut) reply.socket?.destroy()
      return cut.length
    },
    /** Streams may be opened again. */
    mend: () => {
      isDown = false
    },
    /** Sends an event of the test's own to the open streams of vehicles. */
    say: (block: string) => {
      for (const { kind, reply } of open()) if (kind === 'vehicles') reply.write(`${block}\n\n`)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
