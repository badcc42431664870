import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose_gc')
const collect: () => void = runInNewContext('gc')

/** Bytes that this process retains, without uncollected garbage. */
export const retainedBytes = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
