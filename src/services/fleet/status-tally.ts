import { statusIndex, VEHICLE_STATUSES } from '#domain/status.ts'
import type { Counts } from '#src/machines/fleet/fleet.ports.ts'

const COUNTED = {
  RUNNING: statusIndex('RUNNING'),
  IDLING: statusIndex('IDLE'),
  STOPPED: statusIndex('STOPPED'),
  KEYON: statusIndex('KEYON'),
  OFFLINE: statusIndex('OFFLINE'),
} as const satisfies Readonly<Record<keyof Counts, number>>

/** Counts of a list, kept up to date as its vehicles change status. Statuses are indexes of VEHICLE_STATUSES. */
export type StatusTally = {
  moved(from: number, to: number): void
  read(): Counts
}

/** `listed`: the statuses of the listed vehicles. `counts`: what the list counted; null if it counted just those. */
export const createStatusTally = (listed: Iterable<number>, counts: Counts | null): StatusTally => {
  const byStatus = new Array<number>(VEHICLE_STATUSES.length).fill(0)
  const add = (status: number, by: number) => {
    if (status < byStatus.length) byStatus[status] = (byStatus[status] ?? 0) + by
  }
  if (counts === null) for (const status of listed) add(status, 1)
  else for (const name of Object.keys(COUNTED) as (keyof Counts)[]) add(COUNTED[name], counts[name])
  let known: Counts | undefined
  const of = (name: keyof Counts) => Math.max(0, byStatus[COUNTED[name]] ?? 0)

  return {
    moved: (from, to) => {
      if (from === to) return
      add(from, -1)
      add(to, 1)
      known = undefined
    },
    read: () => {
      known ??= {
        RUNNING: of('RUNNING'),
        IDLING: of('IDLING'),
        STOPPED: of('STOPPED'),
        KEYON: of('KEYON'),
        OFFLINE: of('OFFLINE'),
      }
      return known
    },
  }
}
