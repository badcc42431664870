import { loadTrackFile } from './load-track.ts'
import { failureWord, type TrackOrder, type TrackWord } from './worker-messages.ts'

type Scope = {
  onmessage: ((message: MessageEvent<TrackOrder>) => void) | null
  postMessage(word: TrackWord, transfer?: Transferable[]): void
}
const scope = self as unknown as Scope

scope.onmessage = async ({ data: { address, points } }) => {
  try {
    const columns = await loadTrackFile(address, {
      points,
      onProgress: (progress) => scope.postMessage({ type: 'progress', progress }),
    })
    const buffers = Object.values(columns).flatMap((column) =>
      typeof column === 'number' ? [] : [column.buffer as ArrayBuffer],
    )
    scope.postMessage({ type: 'done', columns }, buffers)
  } catch (error) {
    scope.postMessage(failureWord(error))
  }
}
