import { gzip } from 'pako'
import { MAX_RECORDING_BYTES, RECORDING_VERSION, Recording } from '#contract/records/recording.ts'
import { inflating, pushInSlices } from '../kit/inflating.ts'

/** The file is no recording that can be read; the message says why. */
export class UnreadableRecording extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnreadableRecording'
  }
}

/** A recording as a file: JSON, compressed by gzip. */
export const packRecording = (recording: Recording): Uint8Array => gzip(JSON.stringify(recording))

const inflated = (bytes: Uint8Array): string => {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    throw new UnreadableRecording('This is not a recording: it is not compressed by gzip.')
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const sink = inflating(false, (chunk) => {
    length += chunk.length
    if (length > MAX_RECORDING_BYTES)
      throw new UnreadableRecording(
        `The file holds more than ${MAX_RECORDING_BYTES / 1024 / 1024} MiB, which no recording does.`,
      )
    text += decoder.decode(chunk, { stream: true })
  })
  try {
    pushInSlices(sink, bytes)
    sink.end()
  } catch (failure) {
    if (failure instanceof UnreadableRecording) throw failure
    throw new UnreadableRecording('The recording is damaged or was cut short. Download it again.', {
      cause: failure,
    })
  }
  return text
}

const versionOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'segments' in data && 'version' in data
    ? data.version
    : undefined

/** Reads the file of a recording. Throws `UnreadableRecording` for any other, and for what is larger than a recording can be. */
export const readRecording = (bytes: Uint8Array): Recording => {
  const text = inflated(bytes)
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (failure) {
    throw new UnreadableRecording('This is not a recording: it holds no JSON.', { cause: failure })
  }
  const version = versionOf(data)
  if (version === undefined) throw new UnreadableRecording('This is not a recording of this portal.')
  if (version !== RECORDING_VERSION)
    throw new UnreadableRecording(
      `The recording is of version ${JSON.stringify(version)}; this tool reads version ${RECORDING_VERSION}. Use the tool of the release that wrote it.`,
    )
  try {
    return Recording.parse(data)
  } catch (failure) {
    throw new UnreadableRecording('The recording is damaged: it does not have the parts of one.', {
      cause: failure,
    })
  }
}
