import { setTimeout as delay } from 'node:timers/promises'
import { createBenchEnvironment, painted } from './map/environment.ts'
import { SETTLE_MS } from './map/live.ts'
import { isRecorder, scriptShare } from './map/script-share.ts'
import type { BenchResult } from './result.ts'

const VEHICLES = 10_000
/** Longer than a segment of this fleet lasts: what ends one is measured too. */
const WATCHED_MS = 60_000
const GOAL = { recorder: 0.02 }

/** The recorder while 10,000 trucks send 1,000 fixes a second to the map. */
export const run = async (): Promise<BenchResult[]> => {
  const environment = await createBenchEnvironment({ vehicles: VEHICLES, points: 0, profiled: true })
  try {
    const monitored = await environment.open('ours')
    await painted(monitored)
    await environment.order({ type: 'run', on: true })
    await delay(SETTLE_MS)
    const { part, all } = await scriptShare(
      monitored.cdp,
      environment.clientDir,
      () => delay(WATCHED_MS),
      isRecorder,
    )
    await monitored.close()
    return [
      {
        name: `${VEHICLES.toLocaleString('en-IN')} trucks, 1,000 fixes/s for ${WATCHED_MS / 1000} s: script of the recorder; beside it script without the recorder`,
        ...{ value: part, unit: 'ms', floor: all - part, ratio: part / (all - part) },
        goal: `≤ ${GOAL.recorder} of the script`,
        ok: part <= GOAL.recorder * all,
      },
    ]
  } finally {
    await environment.close()
  }
}
