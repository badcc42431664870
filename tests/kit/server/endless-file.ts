import { once } from 'node:events'
import { writeNewFile } from '#server/backup/new-file.ts'

// Writes the file that its argument names, without an end. It says when there is a draft and when it is told to stop, and stops
// once its input ends.
const [, , file = ''] = process.argv
process.stdin.resume()
try {
  await writeNewFile(file, async (draft, signal) => {
    draft.write('a first row', () => process.stdout.write('writing'))
    await once(signal, 'abort')
    process.stdout.write('stopping')
    await once(process.stdin, 'end')
    draft.destroy()
    throw signal.reason
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
