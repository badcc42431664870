import { parentPort, workerData } from 'node:worker_threads'
import { sendAll } from '../threads/thread.ts'
import { readHeader } from './read-header.ts'

await sendAll(parentPort, [{ header: await readHeader(workerData) }])
