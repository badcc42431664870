import { randomBytes } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { link, lstat, open, rename, rm } from 'node:fs/promises'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

const exists = (file: string): Promise<boolean> =>
  // Of the name itself: what cannot be opened, or links to nothing, is there too.
  lstat(file).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )

const taken = (file: string): Error => new Error(`${file} exists already. Name another file.`)

/** What filesystems without hard links answer. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']

/**
 * Gives a complete draft its name, unless something has that name; the draft may stay. Only without hard links could a file be replaced that
 * appears between the look and the renaming.
 * @throws Error if the name is taken.
 */
export const publish = async (draft: string, file: string, hardLink: typeof link = link): Promise<void> => {
  try {
    await hardLink(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(file)
    if (!NO_LINKS.includes(codeOf(error))) throw error
    if (await exists(file)) throw taken(file)
    await rename(draft, file)
  }
}

/**
 * Writes a file that did not exist, readable by its owner alone. It appears when `write` has ended; until then there is a draft
 * of a random name beside it, which is removed on a failure and on SIGINT or SIGTERM.
 * @throws Error if the name is taken, it cannot be written, or the program was told to stop.
 */
export const writeNewFile = async (
  file: string,
  write: (draft: WriteStream, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  if (await exists(file)) throw taken(file)
  const draft = `${file}.${randomBytes(8).toString('hex')}.part`
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  // On a terminal Ctrl+C arrives twice: from it, and passed on by the program that started this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  try {
    const handle = await open(draft, 'wx', 0o600)
    await write(handle.createWriteStream({ flush: true }), stopped.signal)
    await publish(draft, file)
  } catch (error) {
    throw stopped.signal.aborted ? new Error(`Interrupted. ${file} was not written.`) : error
  } finally {
    await rm(draft, { force: true })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, stop)
  }
}
