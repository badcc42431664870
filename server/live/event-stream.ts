import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { HEARTBEAT, retryFrame } from './frame.ts'
import { LIVE } from './limits.ts'

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
  let wroteAt = now()
  let tookAt = now()
  let lastQueued = 0
  /** Whoever waits for the reader to take more. */
  let goOn: (() => void) | undefined

  const leave = (): void => {
    if (!open) return
    open = false
    goOn?.()
    onClose()
  }
  raw.on('close', leave)
  raw.on('error', leave)
  if (raw.destroyed) queueMicrotask(leave)

  const write = (frame: Buffer): void => {
    if (!open) return
    if (raw.writableLength + frame.length > LIVE.cutBytes && raw.writableLength > 0) {
      raw.destroy()
      leave()
      return
    }
    if (raw.writableLength === 0) tookAt = now()
    wroteAt = now()
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
        goOn = resolve
        raw.once('drain', resolve)
      }),
    end: (retryMs) => {
      if (!open) return
      if (raw.writableLength > LIVE.behindBytes) raw.destroy()
      else raw.end(retryFrame(retryMs))
      leave()
    },
    sweep: (time) => {
      const queued = raw.writableLength
      if (queued === 0 || queued < lastQueued) tookAt = time
      lastQueued = queued
      if (time - tookAt >= LIVE.stuckMs) {
        raw.destroy()
        leave()
      } else if (queued === 0 && time - wroteAt >= LIVE.heartbeatMs - LIVE.sweepMs) write(HEARTBEAT)
    },
    isOpen: () => open,
  }
}
