import type { ConnectionRequest } from './hub-protocol.ts'
import type { ConnectionParams, RequestConnectionParams } from './read-stream.ts'
import type { TabPort } from './tab-port.ts'

/** A tab that has not answered after this many ms may be frozen; another is asked too. */
const PATIENCE_MS = 5000

/** Asks tabs for connection parameters. They carry tokens, so they are passed on and never stored. */
export type ConnectionParamsRequester = {
  /** `tabs` lists those that may answer, the most likely one first; the first answer counts. */
  requestFrom(
    userKey: string,
    request: ConnectionRequest,
    tabs: () => readonly TabPort[],
  ): RequestConnectionParams
  receiveAnswer(requestId: number, params: ConnectionParams | null): void
}

/** A requester that numbers its requests by itself. */
export const createConnectionParamsRequester = (): ConnectionParamsRequester => {
  const waiting = new Map<number, (params: ConnectionParams | null) => void>()
  let last = 0

  const askAll = (
    questions: readonly { readonly tab: TabPort; readonly requestId: number }[],
    details: { readonly userKey: string; readonly request: ConnectionRequest; readonly refused: boolean },
    signal: AbortSignal,
  ): Promise<{ params: ConnectionParams; requestId: number; tab: TabPort } | null> =>
    new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let requestCount = 0
      let outstanding = 0
      const end = (settle: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        for (const { requestId } of questions) waiting.delete(requestId)
        settle()
      }
      const stop = () => end(() => reject(signal.reason))
      const askNext = () => {
        clearTimeout(timer)
        const question = questions[requestCount]
        if (question === undefined) {
          if (outstanding === 0) end(() => resolve(null))
          return
        }
        requestCount += 1
        outstanding += 1
        waiting.set(question.requestId, (params) => {
          waiting.delete(question.requestId)
          outstanding -= 1
          if (params === null) askNext()
          else end(() => resolve({ ...question, params }))
        })
        timer = setTimeout(askNext, PATIENCE_MS)
        question.tab.notify({ type: 'requestConnectionParams', requestId: question.requestId, ...details })
      }
      signal.addEventListener('abort', stop)
      askNext()
    })

  return {
    requestFrom: (userKey, request, tabs) => {
      let provider: { readonly tab: TabPort; readonly requestId: number } | undefined
      return async (refused, signal) => {
        const questions =
          refused && provider
            ? [provider]
            : tabs().map((tab) => {
                last += 1
                return { tab, requestId: last }
              })
        // No reading tab is left: the parameters are not refused, only unknown for now.
        if (questions.length === 0) throw new Error('No tab is awake.')
        const answer = await askAll(questions, { userKey, request, refused }, signal)
        provider = answer === null ? undefined : { tab: answer.tab, requestId: answer.requestId }
        return answer?.params ?? null
      }
    },
    receiveAnswer: (requestId, params) => waiting.get(requestId)?.(params),
  }
}
