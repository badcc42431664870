/** One event as it goes over the wire. `data` is one line: JSON has no bare line breaks. */
export const eventFrame = (event: string, id: string, data: string): Buffer =>
  Buffer.from(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`)

/** A comment: keeps the connection warm and is dispatched to nobody. */
export const HEARTBEAT = Buffer.from(':\n\n')

/** Tells the client how long to wait before it comes back. */
export const retryFrame = (ms: number): Buffer => Buffer.from(`retry: ${Math.round(ms)}\n\n`)
