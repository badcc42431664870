import { parentPort, workerData } from 'node:worker_threads'
import { sendAll } from '../threads/thread.ts'
import { type FileOrder, findingsOf } from './thread-reader.ts'

await sendAll(parentPort, findingsOf(workerData as FileOrder))
