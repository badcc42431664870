import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Ingest } from '../../ingest/types.ts'
import type { TrackRepository } from '../../track/track.repository.ts'
import { COMPANY_PLANS } from '../fleet/demo-companies.ts'
import { backfill } from './backfill.ts'
import { readDemoState } from './demo.repository.ts'
import { seedDemo } from './seed.repository.ts'
import { createSimulation } from './simulation.ts'
import { createSimulator } from './simulator.ts'

/** The seed of a new installation's demo. */
const DEMO_SEED = 20_261_101

type Options = {
  readonly db: Kysely<Tables>
  readonly ingest: Pick<Ingest, 'accept'>
  readonly tracks: Pick<TrackRepository, 'writeDays'>
  /** Hash of the demo users' password, for a new demo. */
  readonly passwordHash: string
  /** Days of history to write. */
  readonly days: number
  /** Ms UTC. */
  readonly now: () => number
  readonly log: (message: string) => void
}

/** A demo. `history` settles when its trucks report and the history is complete, or when the demo was stopped. */
export type Demo = { readonly history: Promise<void>; stop(): Promise<void> }

/**
 * Seeds the demo if there is none. Settles as soon as its users can log in and the map has all trucks, which start to report and get
 * their history behind.
 */
export const runDemo = async ({
  db,
  ingest,
  tracks,
  passwordHash,
  days,
  now,
  log,
}: Options): Promise<Demo> => {
  const state = await readDemoState(db)
  const seededAt = state?.seededAt ?? now()
  const simulation = createSimulation(state?.seed ?? DEMO_SEED, COMPANY_PLANS, seededAt)
  await seedDemo({ db, simulation, passwordHash, now: seededAt, log })
  const simulator = createSimulator({ db, ingest, simulation, now, log })
  const ending = new AbortController()
  const fill = async (): Promise<void> => {
    await simulator.start()
    await backfill({
      db,
      simulation,
      tracks,
      days,
      signal: ending.signal,
      onProgress: ({ day, done, of }) =>
        log(`The demo's history reaches back to ${day} (${done} of ${of} days).`),
    })
  }
  const history = fill().catch((error: unknown) => {
    if (!ending.signal.aborted)
      log(`The demo's trucks and history could not go on: ${error instanceof Error ? error.message : error}`)
  })
  return {
    history,
    stop: async () => {
      ending.abort()
      await Promise.all([simulator.stop(), history])
    },
  }
}
