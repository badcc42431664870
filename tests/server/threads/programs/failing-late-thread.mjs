import { parentPort, workerData } from 'node:worker_threads'

parentPort.once('message', () => {
  Atomics.store(new Int32Array(workerData), 0, 1)
  throw new RangeError('It is late.')
})
parentPort.postMessage('one')
