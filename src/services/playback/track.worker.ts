import { loadTrackFile } from './load-track.ts'
import { failureMessage, type TrackMessage, type TrackReadRequest } from './track-messages.ts'

type Scope = {
  onmessage: ((message: MessageEvent<TrackReadRequest>) => void) | null
  postMessage(message: TrackMessage, transfer?: Transferable[]): void
}
const scope = self as unknown as Scope

scope.onmessage = async ({ data: { address, headers, points } }) => {
  try {
    const columns = await loadTrackFile(address, {
      points,
      headers,
      onProgress: (progress) => scope.postMessage({ type: 'progress', progress }),
    })
    const buffers = Object.values(columns).flatMap((column) =>
      typeof column === 'number' ? [] : [column.buffer as ArrayBuffer],
    )
    scope.postMessage({ type: 'done', columns }, buffers)
  } catch (error) {
    scope.postMessage(failureMessage(error))
  }
}
