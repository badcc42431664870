import type { AskWay, Way } from '../read-stream.ts'
import type { TabLine } from './tab-line.ts'
import type { ConnectionRequest } from './words.ts'

/** A tab that has not answered after this many ms may be frozen: another is asked too. */
const PATIENCE_MS = 5000

/** Asks tabs for the ways of connections. Ways carry tokens, so they are handed on and never kept. */
export type WayAsker = {
  /** `tabs` gives those who may know, the likeliest first; the first way that comes is taken. */
  asking(who: string, request: ConnectionRequest, tabs: () => readonly TabLine[]): AskWay
  answered(askId: number, way: Way | null): void
}

/** An asker. Ids of its questions are its own. */
export const createWayAsker = (): WayAsker => {
  const waiting = new Map<number, (way: Way | null) => void>()
  let last = 0

  const askAll = (
    questions: readonly { readonly tab: TabLine; readonly askId: number }[],
    words: { readonly who: string; readonly request: ConnectionRequest; readonly refused: boolean },
    signal: AbortSignal,
  ): Promise<{ way: Way; askId: number; tab: TabLine } | null> =>
    new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let asked = 0
      let outstanding = 0
      const end = (settle: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        for (const { askId } of questions) waiting.delete(askId)
        settle()
      }
      const stop = () => end(() => reject(signal.reason))
      const askNext = () => {
        clearTimeout(timer)
        const question = questions[asked]
        if (question === undefined) {
          if (outstanding === 0) end(() => resolve(null))
          return
        }
        asked += 1
        outstanding += 1
        waiting.set(question.askId, (way) => {
          waiting.delete(question.askId)
          outstanding -= 1
          if (way === null) askNext()
          else end(() => resolve({ ...question, way }))
        })
        timer = setTimeout(askNext, PATIENCE_MS)
        question.tab.tell({ type: 'ask', askId: question.askId, ...words })
      }
      signal.addEventListener('abort', stop)
      askNext()
    })

  return {
    asking: (who, request, tabs) => {
      let giver: { readonly tab: TabLine; readonly askId: number } | undefined
      return async (refused, signal) => {
        const questions =
          refused && giver
            ? [giver]
            : tabs().map((tab) => {
                last += 1
                return { tab, askId: last }
              })
        // No tab that reads is left: the way is not refused, it is only not known now.
        if (questions.length === 0) throw new Error('No tab is awake.')
        const answer = await askAll(questions, { who, request, refused }, signal)
        giver = answer === null ? undefined : { tab: answer.tab, askId: answer.askId }
        return answer?.way ?? null
      }
    },
    answered: (askId, way) => waiting.get(askId)?.(way),
  }
}
