import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Share of the CPU that may go to other processes during a measurement. */
export const MOST_FOREIGN = 0.15
const ATTEMPTS = 3

/** Of /proc/PID/stat, after the name: its parent, and the times of it and its ended children. */
const PARENT = 1
const TIMES = [11, 12, 13, 14]

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const ticks = TIMES.reduce((sum, field) => sum + Number(fields[field]), 0)
        return [{ pid: Number(pid), parent: Number(fields[PARENT]), ticks }]
      } catch {
        // It has ended in between.
        return []
      }
    })

/** Ticks since the machine began: all, those not idle (stolen ones too), and those of this process and its descendants. */
const ticksNow = () => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const busy = user + nice + system + irq + soft + stolen
  const family = new Set([process.pid])
  const all = processes()
  const isNew = ({ pid, parent }: (typeof all)[number]) => family.has(parent) && !family.has(pid)
  for (let found = all.filter(isNew); found.length > 0; found = all.filter(isNew))
    for (const { pid } of found) family.add(pid)
  const own = all.reduce((sum, { pid, ticks }) => sum + (family.has(pid) ? ticks : 0), 0)
  return { all: busy + idle + wait, busy, own }
}

/** A measurement with the share (0–1) of the CPU that other processes used meanwhile; 0 where the system has no /proc. */
export type Measured<T> = { readonly value: T; readonly foreign: number }

const measured = async <T>(act: () => Promise<T>): Promise<Measured<T>> => {
  if (!existsSync('/proc/stat')) return { value: await act(), foreign: 0 }
  const before = ticksNow()
  const value = await act()
  const after = ticksNow()
  const foreign = after.busy - before.busy - (after.own - before.own)
  return { value, foreign: Math.max(0, foreign / (after.all - before.all)) }
}

/**
 * Measures again, three times at most, as long as other processes used more than `MOST_FOREIGN` of the CPU.
 * @returns the first undisturbed measurement, or the least disturbed of all.
 */
export const undisturbed = async <T>(act: () => Promise<T>): Promise<Measured<T>> => {
  let best = await measured(act)
  for (let attempt = 1; attempt < ATTEMPTS && best.foreign > MOST_FOREIGN; attempt++) {
    const next = await measured(act)
    if (next.foreign < best.foreign) best = next
  }
  return best
}
