import { buildThreads } from '../../../scripts/lib/server-build.mjs'

/** The programs that the server runs in threads, from the source as it is. */
export default async (): Promise<void> => {
  await buildThreads()
}
