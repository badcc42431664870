import { REPLIES } from '#contract/replies.ts'
import { texts } from '../texts.ts'

const TEXTS = texts('replies', REPLIES)
const KEYS = new Map(
  (Object.entries(REPLIES) as [keyof typeof REPLIES, string][]).map(([key, english]) => [english, key]),
)

/** What the server says when a change was made, in the user's language; what it is not known to say as it is. */
export const replyText = (message: string): string => {
  const key = KEYS.get(message)
  return key === undefined ? message : TEXTS[key]
}
