import { openDatabase } from '#server/db/open-database.ts'

/** Opens the database of the folder named by its argument, reports it in one line, and waits for SIGTERM. */
const [, , dataDir = ''] = process.argv
try {
  const database = await openDatabase({ dataDir })
  const { rows } = await database.pool.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  const close = () => database.close().then(() => process.exit(0))
  process.once('SIGTERM', close)
  process.once('SIGINT', close)
  console.log(`ready ${rows[0]?.pid}`)
  process.stdin.resume()
  process.stdin.once('end', close)
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
