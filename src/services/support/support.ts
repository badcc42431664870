import { type ActingFor, beginActing, currentActing, endActing } from '#contract/calls/users.ts'
import type { ActingRequest, ActingTime } from '#src/machines/support/support.ports.ts'
import { withBody } from '../http/answer.ts'
import { CallRefused } from '../http/failures.ts'
import type { Http } from '../http/http.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'

const KEYS = [STORED.supportRole, STORED.supportUserId, STORED.supportUserName] as const

/** Refusals that say nothing of the request itself, in the server's name or a proxy's. */
const PASSING = [408, 417, 425, 429]

/** Whether a failure says that nobody acts any more; any other leaves it open (AC-14). */
const isOver = (error: unknown): boolean =>
  error instanceof CallRefused && error.status >= 400 && error.status < 500 && !PASSING.includes(error.status)

/** Support acting for a user: the choice, and the three stored keys that name it (SES-10), and the time zone. Errors are the request builder's. */
export const createSupportService = ({
  http,
  storage,
  now = Date.now,
}: {
  http: Pick<Http, 'send' | 'call'>
  storage: AppStorage
  now?: () => number
}) => {
  const forget = () => storage.remove([...KEYS, STORED.supportTimeZone])
  const timed = (acting: ActingFor, sentAt: number | null): ActingTime => ({
    acting,
    leftMs: Math.max(0, acting.endsAt - (sentAt ?? now())),
  })
  return {
    /** The acting time that an earlier page began; null, with the stored keys removed, where the server has none. */
    restore: async (signal?: AbortSignal): Promise<ActingTime | null> => {
      if (KEYS.some((key) => storage.getText(key) === null)) {
        forget()
        return null
      }
      try {
        const answer = withBody(await http.send(currentActing, { isPolled: true }, signal))
        if (answer.body.acting !== null) return timed(answer.body.acting, answer.sentAt)
      } catch (error) {
        if (!isOver(error)) throw error
      }
      forget()
      return null
    },
    /** Begins acting for a user and stores the keys. */
    begin: async (body: ActingRequest, signal?: AbortSignal): Promise<ActingTime> => {
      const answer = withBody(await http.send(beginActing, { body }, signal))
      storage.setText(STORED.supportRole, answer.body.role)
      storage.setText(STORED.supportUserId, String(answer.body.userId))
      storage.setText(STORED.supportTimeZone, answer.body.timeZone)
      storage.setText(STORED.supportUserName, answer.body.userName)
      return timed(answer.body, answer.sentAt)
    },
    /** Removes the stored keys, then ends the time on the server, where it would also end by itself (SHL-41). */
    end: async (signal?: AbortSignal): Promise<void> => {
      forget()
      await http.call(endActing, {}, signal)
    },
  }
}
