import type { TrackProgress } from './load-track.ts'
import type { TrackColumns } from './track.ts'
import { errorOf, type TrackMessage } from './track-messages.ts'

/** Reads playback files. */
export type ReadTrack = {
  /** Reads the file at an absolute address. Errors as `loadTrackFile`. */
  (
    address: string,
    options: {
      points?: number
      headers?: Readonly<Record<string, string>>
      signal?: AbortSignal
      onProgress?: (progress: TrackProgress) => void
    },
  ): Promise<TrackColumns>
  /** Gets ready for the next file before its address is known. Call what it returns when no file follows any more. */
  prepare?(): () => void
}

type WorkerPort = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

const startWorker = (): WorkerPort =>
  new Worker(new URL('./track.worker.ts', import.meta.url), { type: 'module', name: 'track' })

/** Reads each file in a worker of its own, which ends with the file, so that an abort frees its memory at once. */
export const createTrackReader = ({ start = startWorker }: { start?: () => WorkerPort } = {}): ReadTrack => {
  let spare: WorkerPort | undefined
  const takeSpare = (): WorkerPort | undefined => {
    const worker = spare
    spare = undefined
    return worker
  }
  const read: ReadTrack = (address, { points = 0, headers = {}, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const worker = takeSpare() ?? start()
      const end = () => {
        signal?.removeEventListener('abort', abort)
        worker.terminate()
      }
      const abort = () => {
        end()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort)
      worker.onmessage = ({ data: message }: MessageEvent<TrackMessage>) => {
        if (message.type === 'progress') return onProgress?.(message.progress)
        end()
        if (message.type === 'done') resolve(message.columns)
        else reject(errorOf(message))
      }
      worker.onerror = (event) => {
        end()
        reject(new Error(`The playback worker could not run: ${event.message}`))
      }
      worker.postMessage({ address, headers, points })
    })
  read.prepare = () => {
    if (spare === undefined) {
      const worker = start()
      // One that cannot run is of no use later; the next one says why.
      worker.onerror = () => {
        if (spare === worker) takeSpare()?.terminate()
      }
      spare = worker
    }
    return () => takeSpare()?.terminate()
  }
  return read
}
