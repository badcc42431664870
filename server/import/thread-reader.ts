import { fromThread, ThreadLimit, type ThreadPrograms } from '../threads/thread.ts'
import { type FileChoices, type FileReader, type FileReading, readFile } from './read-file.ts'
import { type FileProblem, UnreadableFile } from './readings.ts'
import { type ImportFile, inspectFile } from './text-file.ts'

/** How long a thread may be silent, ms, and how many MB of memory it may take. */
const LIMITS = { mostSilentMs: 60_000, mostMb: 512 } as const

/** So many readings are sent at once: the server takes them all before anything else. */
const MOST_SENT = 2_000

/** The file that a thread reads, and how. */
export type FileOrder = { readonly file: ImportFile; readonly choices: FileChoices }

/** What the thread finds, or why the file cannot be read. */
type Finding = { readonly found: readonly FileReading[] } | { readonly unreadable: FileProblem }

/** What was found, in parts of few readings: a piece of a file may hold tens of thousands of lines that are none. */
function* inParts(found: readonly FileReading[]): Generator<readonly FileReading[]> {
  const isLong = (one: FileReading) => one.kind === 'readings' && one.readings.length > MOST_SENT
  if (!found.some(isLong)) return yield found
  for (const one of found) {
    if (one.kind !== 'readings') yield [one]
    else
      for (let at = 0; at < one.readings.length; at += MOST_SENT)
        yield [{ ...one, readings: one.readings.slice(at, at + MOST_SENT) }]
  }
}

/** The thread's part: reads the file and gives what is found. */
export async function* findingsOf({ file, choices }: FileOrder): AsyncGenerator<Finding> {
  try {
    for await (const found of readFile(await inspectFile(file), choices, undefined))
      for (const part of inParts(found)) yield { found: part }
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure
    yield { unreadable: failure.problem }
  }
}

/** A file that ends its thread by a limit cannot be read. */
const unreadable = (failure: unknown, file: string): unknown =>
  failure instanceof ThreadLimit ? new UnreadableFile({ file, line: null, code: 'fileTooHard' }) : failure

/** Reads files in threads, one each. Errors: those of a reader, and the reason of the signal. */
export const createThreadReader = (threads: ThreadPrograms): FileReader =>
  async function* ({ path, name }, choices, signal) {
    const order: FileOrder = { file: { path, name }, choices }
    try {
      for await (const finding of fromThread<Finding>(threads, 'positions', order, { ...LIMITS, signal })) {
        if ('unreadable' in finding) throw new UnreadableFile(finding.unreadable)
        yield finding.found
      }
    } catch (failure) {
      throw unreadable(failure, name)
    }
  }
