import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { HEARTBEAT_MS, STREAM_RETRY_MS } from '#contract/stream-timings.ts'
import { LIVE } from './limits.ts'

/** The part of an event that differs between readers: its name and id. `eventData` follows it. */
export const eventHead = (event: string, id: string): Buffer => Buffer.from(`event: ${event}\nid: ${id}\n`)

/** The part of an event that readers share. `data` must be one line, which JSON always is. */
export const eventData = (data: string): Buffer => Buffer.from(`data: ${data}\n\n`)

/** A whole event. */
export const eventFrame = (event: string, id: string, data: string): Buffer =>
  Buffer.concat([eventHead(event, id), eventData(data)])

/** An empty comment: it keeps the connection open, and clients ignore it. */
export const HEARTBEAT = Buffer.from(':\n\n')

/** Tells the client how long to wait before it reconnects. */
export const retryFrame = (ms: number): Buffer => Buffer.from(`retry: ${Math.round(ms)}\n\n`)

/** An open event stream to one reader. */
export type EventStream = {
  /** Sends a whole frame, in parts that other readers may share, or cuts off a reader that has too much queued. */
  write(...parts: readonly Buffer[]): void
  /** Bytes that the reader has not read yet. */
  queued(): number
  /** Settles when the reader can be sent more or the stream has ended; at once if little is queued. Only one caller may wait at a time. */
  drained(): Promise<void>
  /** Ends the stream and says when to reconnect. A reader that is too far behind is dropped instead. */
  end(retryMs: number): void
  /** Called regularly: sends a heartbeat after silence and cuts off a stuck reader. */
  sweep(now: number): void
  readonly isOpen: () => boolean
}

/**
 * Turns a raw reply into a stream of server-sent events; the first bytes are sent at once (ST-03).
 * `headers` are sent in addition to ours; `onClose` is called once, however the stream ends. `now` is ms.
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
  let resolveDrained: (() => void) | undefined

  const setClosed = (): void => {
    if (!open) return
    open = false
    resolveDrained?.()
    onClose()
  }
  raw.on('close', setClosed)
  raw.on('error', setClosed)
  if (raw.destroyed) queueMicrotask(setClosed)

  const write = (...parts: readonly Buffer[]): void => {
    if (!open) return
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    if (raw.writableLength + length > LIVE.cutBytes && raw.writableLength > 0) {
      raw.destroy()
      setClosed()
      return
    }
    if (raw.writableLength === 0) lastReadAt = now()
    lastWriteAt = now()
    raw.cork()
    for (const part of parts) raw.write(part)
    raw.uncork()
    lastQueued = raw.writableLength
  }

  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Kept alive after the stream, the connection would delay a stop of the server.
    connection: 'close',
  })
  raw.socket?.setNoDelay(true)
  raw.socket?.setTimeout(0)
  write(retryFrame(STREAM_RETRY_MS))

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
      setClosed()
    },
    sweep: (time) => {
      const queued = raw.writableLength
      if (queued === 0 || queued < lastQueued) lastReadAt = time
      lastQueued = queued
      if (time - lastReadAt >= LIVE.stuckMs) {
        raw.destroy()
        setClosed()
      } else if (queued === 0 && time - lastWriteAt >= HEARTBEAT_MS - LIVE.sweepMs) write(HEARTBEAT)
    },
    isOpen: () => open,
  }
}
