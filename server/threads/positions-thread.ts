import { parentPort, workerData } from 'node:worker_threads'
import { type FileOrder, findingsOf } from '../import/file-thread.ts'
import { sendAll } from './thread.ts'

await sendAll(parentPort, findingsOf(workerData as FileOrder))
