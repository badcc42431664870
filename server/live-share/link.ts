import type { LiveShare } from '#contract/records/live-share.ts'
import type { LinkedVehicle, LinkRow } from './live-share.repository.ts'

/** Whether a link is open at `now` (ms), and why not. One without a vehicle that is still under way has ended. */
export const stateOf = (link: LinkRow, now: number): LiveShare['state'] => {
  if (link.revoked_at !== null) return 'revoked'
  if (link.ends_at.getTime() <= now) return 'expired'
  if (link.ends_by === 'trip' && link.trip_status !== 'RUNNING') return 'ended'
  return sharedVehiclesOf(link).length === 0 ? 'ended' : 'open'
}

/** The vehicles that a link still shows: those that have not arrived. */
export const sharedVehiclesOf = ({ vehicles }: LinkRow): readonly LinkedVehicle[] =>
  vehicles.filter(({ hasArrived }) => !hasArrived)
