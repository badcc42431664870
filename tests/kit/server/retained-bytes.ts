import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose_gc')
const collect: () => void = runInNewContext('gc')

/** Bytes that this process holds for good: what the collector has not come to yet is left out. */
export const retainedBytes = (): number => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
