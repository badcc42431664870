import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { runningIn, signal } from '#server/db/processes.ts'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { numbered, post, runServer, scratchFolder, smallDisk } from './faults.fixture.ts'

/** Writes a file until the disk takes no more. */
const fill = (path: string): void => {
  const file = openSync(path, 'w')
  try {
    for (const bytes of [1024 * 1024, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(bytes))
      } catch {
        // The disk is full.
      }
    }
  } finally {
    closeSync(file)
  }
}

const isFull = faultRounds(0, 1) === 1
const folder = scratchFolder()
afterAll(() => folder.remove())

test.runIf(isFull)(
  'DI-10 a disk that is full when PostgreSQL ends is named, and all goes on once there is space',
  async (context) => {
    const path = join(folder.path, 'disk')
    const disk = smallDisk(path, 600)
    if (disk === null) return context.skip('only root may mount a small disk')
    const server = await runServer(path, 'warn')
    try {
      const attached = await openDatabase({ dataDir: path, attach: true })
      const truck = await addVehicle(attached.db, { company_id: (await addCompany(attached.db)).id })
      await attached.close()
      const firstTime = Date.now() - 20 * 3_600_000
      let next = 0
      const send = () => {
        next += 50
        return post(server.url, numbered(truck, next - 50, 50, firstTime))
      }
      const ready = async () => (await fetch(`${server.url}/readyz`)).json()
      expect(await send()).toMatchObject({ status: 200 })
      expect(await ready()).toEqual({ ready: true })
      const filler = join(path, 'filler')
      fill(filler)
      expect(await ready()).toMatchObject({ ready: false, missing: expect.arrayContaining(['disk space']) })
      const [postmaster = 0] = runningIn(join(path, 'pg'))
      for (const pid of runningIn(join(path, 'pg'))) signal(pid, 'SIGKILL')
      expect(postmaster).toBeGreaterThan(0)
      await vi.waitFor(() => expect(server.output()).toContain('could not be started again'), 60_000)
      expect(server.output()).toContain('because the disk is full')
      expect((await send()).status).toBe(503)
      rmSync(filler)
      await vi.waitFor(async () => expect(await ready()).toEqual({ ready: true }), {
        timeout: 90_000,
        interval: 500,
      })
      expect(await send()).toMatchObject({ status: 200 })
    } finally {
      await server.end('SIGTERM')
      disk.remove()
    }
    return undefined
  },
  300_000,
)
