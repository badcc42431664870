import { fromThread, ThreadLimit, type ThreadPrograms } from '../threads/thread.ts'
import { type FileChoices, type FileReader, type FileReading, readFile } from './read-file.ts'
import { type FileProblem, UnreadableFile } from './readings.ts'
import { type ImportFile, inspectFile } from './text-file.ts'

/** How long a thread may be silent, ms, and how many MB of memory it may take. */
const LIMITS = { mostSilentMs: 60_000, mostMb: 512 } as const

/** The file that a thread reads, and how. */
export type FileOrder = { readonly file: ImportFile; readonly choices: FileChoices }

/** What the thread finds, or why the file cannot be read. */
type Finding = { readonly found: readonly FileReading[] } | { readonly unreadable: FileProblem }

/** The thread's part: reads the file and gives what is found. */
export async function* findingsOf({ file, choices }: FileOrder): AsyncGenerator<Finding> {
  try {
    for await (const found of readFile(await inspectFile(file), choices, undefined)) yield { found }
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
