import { discard, startServer } from '../kit/server-process.ts'

/** Starts the built product with its demo for all browser tests; answers what stops it and removes its data. */
export default async () => {
  const server = await startServer()
  process.env['ROADBOOK_URL'] = server.url
  process.env['ROADBOOK_DATA'] = server.dataDir
  return () => discard(server)
}
