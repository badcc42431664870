import { parentPort, workerData } from 'node:worker_threads'
import { readHeader } from '../problem-report/read-header.ts'
import { sendAll } from './thread.ts'

await sendAll(parentPort, [{ header: await readHeader(workerData) }])
