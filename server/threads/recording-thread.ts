import { parentPort, workerData } from 'node:worker_threads'
import { readHeader } from '../problem-report/read-header.ts'

parentPort?.postMessage(await readHeader(workerData))
