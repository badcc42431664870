import { NetworkFailure } from '../http/failures.ts'
import { compressionOf, type InflateOptions, inflateAll } from './inflate.ts'
import { parseTrack } from './parse-track.ts'
import type { TrackColumns } from './track.ts'
import { TrackFileError } from './track-messages.ts'

/** Progress of a file. `share` is 0 to 1 if the size or the number of points is known, else null. */
export type TrackProgress = { readonly stage: 'downloading' | 'reading'; readonly share: number | null }

/**
 * Bytes of JSON that a point of our server takes, roughly. Other files may differ, so a guessed share stays below 1.
 */
const BYTES_A_POINT = 190
const MAX_GUESSED = 0.95

type Bytes = Uint8Array<ArrayBuffer>

/** The length of an uncompressed reply; 0 where it is unknown. */
const lengthOf = ({ headers }: Response): number =>
  headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0)

/** Passes a body on and reports its progress. */
const counted = (
  response: Response,
  onProgress: (progress: TrackProgress) => void,
): ReadableStream<Bytes> => {
  const body = response.body ?? new Blob().stream()
  const total = lengthOf(response)
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
    points = 0,
    headers = {},
    onProgress = () => undefined,
    signal,
    fetch: send = (input, init) => fetch(input, init),
    ...inflating
  }: Omit<InflateOptions, 'onProgress'> & {
    /** The announced number of points; 0 where there is none. */
    points?: number
    /** Headers of the request. */
    headers?: Readonly<Record<string, string>>
    onProgress?: (progress: TrackProgress) => void
    signal?: AbortSignal
    fetch?: typeof fetch
  } = {},
): Promise<TrackColumns> => {
  try {
    const response = await send(address, {
      headers,
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      ...(signal ? { signal } : {}),
    })
    if (!response.ok) {
      await response.body?.cancel()
      if (response.status === 401) throw new TrackFileError('unauthorized', 'playbackSessionEnded')
      throw new TrackFileError('missing', 'playbackFileGone', { status: response.status })
    }
    const guess = (inflated: number) =>
      onProgress({
        stage: 'downloading',
        share: Math.min(MAX_GUESSED, inflated / (points * BYTES_A_POINT)),
      })
    const isGuessed = lengthOf(response) === 0 && points > 0
    const inflated = await inflateAll(counted(response, isGuessed ? () => undefined : onProgress), {
      ...inflating,
      ...(isGuessed ? { onProgress: guess } : {}),
    })
    // A proxy may have compressed a file that is compressed already, and said so nowhere.
    const isTwice = compressionOf(inflated) === 'gzip'
    const bytes = isTwice ? await inflateAll(new Blob([inflated]).stream(), inflating) : inflated
    onProgress({ stage: 'reading', share: 1 })
    return parseTrack(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof TrackFileError || signal?.aborted) throw error
    throw new NetworkFailure('The playback file did not get through.', { cause: error })
  }
}
