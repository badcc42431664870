import * as z from 'zod/mini'
import type { SignalChoices } from '#src/machines/alert-popup/alert-popup.ports.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'

/** The choices of each user of this browser, the latest last. */
const Stored = z.array(z.object({ userId: z.number(), isNotifying: z.boolean(), isSounding: z.boolean() }))
const MAX_USERS = 20
const OFF: SignalChoices = { isNotifying: false, isSounding: false }

/** How this browser signals alerts to each of its users. It outlives a log-out, which SES-15 does not name it for. */
export const createSignalChoices = ({
  storage,
  userId,
}: {
  storage: Pick<AppStorage, 'get' | 'set'>
  userId: () => number | null
}) => {
  const all = () => storage.get(STORED.alertSignals, Stored) ?? []
  return {
    read: (): SignalChoices => {
      const own = all().find((each) => each.userId === userId())
      return own === undefined ? OFF : { isNotifying: own.isNotifying, isSounding: own.isSounding }
    },
    store: (choices: SignalChoices): void => {
      const id = userId()
      if (id === null) return
      const others = all().filter((each) => each.userId !== id)
      storage.set(STORED.alertSignals, [...others, { userId: id, ...choices }].slice(-MAX_USERS))
    },
  }
}

export type SignalChoiceStore = ReturnType<typeof createSignalChoices>
