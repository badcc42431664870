import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LIVE } from './limits.ts'

/** One event as it goes over the wire. `data` is one line: JSON has no bare line breaks. */
export const eventFrame = (event: string, id: string, data: string): Buffer =>
  Buffer.from(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`)

/** A comment: keeps the connection warm and is dispatched to nobody. */
export const HEARTBEAT = Buffer.from(':\n\n')

/** Tells the client how long to wait before it comes back. */
export const retryFrame = (ms: number): Buffer => Buffer.from(`retry: ${Math.round(ms)}\n\n`)

/** An open event stream to one reader. */
export type EventStream = {
  /** Sends whole frames. A reader with too much waiting is cut instead. */
  write(frame: Buffer): void
  /** Bytes that the reader has not taken yet. */
  queued(): number
  /** Settles when the reader has taken enough to be sent more, at once where little is waiting, or when the stream has ended. One may wait at a time. */
  drained(): Promise<void>
  /** Ends the stream and says when to come back; a reader that takes nothing is dropped. */
  end(retryMs: number): void
  /** Called by the sweep: sends a heartbeat where it was silent, cuts where nothing is taken. */
  sweep(now: number): void
  readonly isOpen: () => boolean
}

/**
 * Takes over a raw reply for server-sent events; the first bytes go out at once (ST-03).
 * `headers` come on top of ours; `onClose` is called once, however it ends. `now` is ms.
 */
export const openEventStream = ({
  raw,
  headers = {},
  now,
  onClose,
}: {
  raw: ServerResponse
  headers?: OutgoingHttpHeaders
  now: () => number
  onClose: () => void
}): EventStream => {
  let open = true
  let lastWriteAt = now()
  let lastReadAt = now()
  let lastQueued = 0
  /** Whoever waits for the reader to take more. */
  let resolveDrained: (() => void) | undefined

  const markClosed = (): void => {
    if (!open) return
    open = false
    resolveDrained?.()
    onClose()
  }
  raw.on('close', markClosed)
  raw.on('error', markClosed)
  if (raw.destroyed) queueMicrotask(markClosed)

  const write = (frame: Buffer): void => {
    if (!open) return
    if (raw.writableLength + frame.length > LIVE.cutBytes && raw.writableLength > 0) {
      raw.destroy()
      markClosed()
      return
    }
    if (raw.writableLength === 0) lastReadAt = now()
    lastWriteAt = now()
    raw.write(frame)
    lastQueued = raw.writableLength
  }

  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // The connection ends with the stream; kept alive, it would hold up the stopping of the server.
    connection: 'close',
  })
  raw.socket?.setNoDelay(true)
  raw.socket?.setTimeout(0)
  write(retryFrame(LIVE.retryMs))

  return {
    write,
    queued: () => raw.writableLength,
    drained: () =>
      new Promise((resolve) => {
        if (!open || !raw.writableNeedDrain) return resolve()
        resolveDrained = resolve
        raw.once('drain', resolve)
      }),
    end: (retryMs) => {
      if (!open) return
      if (raw.writableLength > LIVE.behindBytes) raw.destroy()
      else raw.end(retryFrame(retryMs))
      markClosed()
    },
    sweep: (time) => {
      const queued = raw.writableLength
      if (queued === 0 || queued < lastQueued) lastReadAt = time
      lastQueued = queued
      if (time - lastReadAt >= LIVE.stuckMs) {
        raw.destroy()
        markClosed()
      } else if (queued === 0 && time - lastWriteAt >= LIVE.heartbeatMs - LIVE.sweepMs) write(HEARTBEAT)
    },
    isOpen: () => open,
  }
}
