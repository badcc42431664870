import { buildThreads } from '../../../scripts/lib/threads.mjs'

/** The programs that the server runs in threads, from the source as it is. */
export default async (): Promise<void> => {
  await buildThreads()
}
