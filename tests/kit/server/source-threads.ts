import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ThreadPrograms } from '#server/threads/thread.ts'
import { THREADS_FOLDER } from '../../../scripts/lib/server-build.mjs'

/** The programs of threads, built from the source for this run. */
export const SOURCE_THREADS: ThreadPrograms = {
  programOf: (name) => pathToFileURL(join(THREADS_FOLDER, `${name}.js`)),
}
