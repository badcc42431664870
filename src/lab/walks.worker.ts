import { shrink } from './fed-events.ts'
import { graphOf, LAB_MACHINES } from './lab-machines.ts'
import { pathsFor } from './path-cover.ts'
import type { WalkReply, WalkRequest } from './walks.ts'

const answer = (request: WalkRequest): Omit<WalkReply, 'id'> => {
  if (request.kind === 'shrink') return { events: shrink(request.goal, request.events, request.from) }
  const found = LAB_MACHINES.find(({ name }) => name === request.machine)
  if (found === undefined) throw new Error(`There is no machine '${request.machine}'.`)
  return { paths: pathsFor(graphOf(found), request.question) }
}

globalThis.onmessage = ({ data }: MessageEvent<WalkRequest>) => {
  try {
    globalThis.postMessage({ id: data.id, ...answer(data) } satisfies WalkReply)
  } catch (failure) {
    const error = failure instanceof Error ? failure.message : String(failure)
    globalThis.postMessage({ id: data.id, error } satisfies WalkReply)
  }
}
