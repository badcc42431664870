import { Inflate } from 'pako'

/** A slice this long cannot inflate to more than about 33 MB before the cap is checked. */
const SLICE = 32 * 1024

/** Takes the slices of a file one after the other. Its errors mean that the data is damaged. */
export type Sink = { push(slice: Uint8Array): void; end(): void }

/** Inflates with pako. Errs where the data ends early, is damaged or has trailing bytes. */
export const inflating = (raw: boolean, keep: (chunk: Uint8Array) => void): Sink => {
  const inflate = new Inflate({ raw, chunkSize: 256 * 1024 })
  let left = () => 0
  inflate.onStart = (stream) => {
    left = () => stream.avail_in
  }
  inflate.onData = keep
  return {
    push: (slice) => {
      if (inflate.ended) throw new Error('something follows the end')
      inflate.push(slice, false)
      if (inflate.err) throw new Error(inflate.msg || 'the data is damaged')
      if (inflate.ended && left() > 0) throw new Error('something follows the end')
    },
    end: () => {
      if (!inflate.ended) throw new Error('the data ends early')
    },
  }
}

/** Gives a sink bytes in slices, so that a cap on what they inflate to can be checked in between. */
export const pushInSlices = (sink: Sink, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; at += SLICE) sink.push(bytes.subarray(at, at + SLICE))
}
