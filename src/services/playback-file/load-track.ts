import { NetworkFailure } from '../http/failures.ts'
import { type InflateOptions, inflateAll } from './inflate.ts'
import { parseTrack } from './parse-track.ts'
import type { TrackColumns } from './track.ts'
import { TrackFileError } from './track-file-error.ts'

/** How far a file has come. `share` is 0 to 1 where the size is known, else null. */
export type TrackProgress = { readonly stage: 'downloading' | 'reading'; readonly share: number | null }

type Bytes = Uint8Array<ArrayBuffer>

/** Passes a body on, telling how much of it came. */
const counted = (
  response: Response,
  onProgress: (progress: TrackProgress) => void,
): ReadableStream<Bytes> => {
  const body = response.body ?? new Blob().stream()
  const isPacked = response.headers.has('content-encoding')
  const total = isPacked ? 0 : Number(response.headers.get('content-length') ?? 0)
  let come = 0
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform: (chunk, control) => {
        come += chunk.length
        onProgress({ stage: 'downloading', share: total > 0 ? Math.min(1, come / total) : null })
        control.enqueue(chunk)
      },
    }),
  )
}

/**
 * Fetches a playback file, inflates and reads it (PLB-34). Errors: `TrackFileError`, `NetworkFailure`, the AbortError.
 */
export const loadTrackFile = async (
  address: string,
  {
    onProgress = () => undefined,
    signal,
    fetch: send = (input, init) => fetch(input, init),
    ...inflating
  }: Omit<InflateOptions, 'onProgress'> & {
    onProgress?: (progress: TrackProgress) => void
    signal?: AbortSignal
    fetch?: typeof fetch
  } = {},
): Promise<TrackColumns> => {
  try {
    const response = await send(address, {
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      ...(signal ? { signal } : {}),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new TrackFileError(
        'missing',
        `The playback file is not there any more (status ${response.status}). Press GO to ask for it again.`,
      )
    }
    const bytes = await inflateAll(counted(response, onProgress), inflating)
    onProgress({ stage: 'reading', share: 1 })
    return parseTrack(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof TrackFileError || signal?.aborted) throw error
    throw new NetworkFailure('The playback file did not get through.', { cause: error })
  }
}
