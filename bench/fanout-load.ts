import { connect, type Socket } from 'node:net'

/** Opens `streams` event streams, measures for `forMs` once the parent sends 'go', and keeps them open until it is ended. */
export type FanoutOrder = {
  readonly port: number
  readonly streams: number
  readonly forMs: number
  /** What stands before the time of the first fix in an event; as in the fleet's batches by default. */
  readonly stamp?: string
}
/** Ms from publishing to the last byte at the reader, ascending, and the total number of batches received. */
export type FanoutResult = { readonly waits: number[]; readonly batches: number }

const BATCH_STAMP = '"time":['
const STAMP_LENGTH = 13
const CONNECTING_AT_ONCE = 100

/** Reads one stream: batches are identified by the time of their first fix, which is when they were published. */
const read = (port: number, stamp: string, onBatch: (publishedAt: number) => void): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n'),
    )
    let tail = ''
    let published = 0
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      let text = tail + chunk.toString('latin1')
      for (;;) {
        if (published === 0) {
          const at = text.indexOf(stamp)
          if (at < 0 || text.length < at + stamp.length + STAMP_LENGTH) break
          published = Number(text.slice(at + stamp.length, at + stamp.length + STAMP_LENGTH))
          text = text.slice(at + stamp.length + STAMP_LENGTH)
        }
        const end = text.indexOf('\n\n')
        if (end < 0) break
        onBatch(published)
        published = 0
        text = text.slice(end + 2)
      }
      tail = published === 0 ? text.slice(-stamp.length - STAMP_LENGTH) : text.slice(-1)
      resolve(socket)
    })
  })

const measure = async ({ port, streams, forMs, stamp = BATCH_STAMP }: FanoutOrder): Promise<FanoutResult> => {
  const waits: number[] = []
  let measuring = false
  const note = (published: number) => {
    if (measuring) waits.push(Date.now() - published)
  }
  const sockets: Socket[] = []
  while (sockets.length < streams) {
    const part = Math.min(CONNECTING_AT_ONCE, streams - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: part }, () => read(port, stamp, note)))))
  }
  process.send?.('open')
  await new Promise((resolve) => process.once('message', resolve))
  measuring = true
  await new Promise((resolve) => setTimeout(resolve, forMs))
  measuring = false
  return { waits: waits.sort((a, b) => a - b), batches: waits.length }
}

process.once('message', (order: FanoutOrder) => {
  measure(order).then(
    (result) => process.send?.(result),
    (failure: unknown) => {
      console.error(failure)
      process.exit(1)
    },
  )
})
