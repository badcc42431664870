import { IconBolt } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import type { FaultsActor } from '#src/machines/faults/faults.machine.ts'
import { selectSettings } from '#src/machines/faults/faults.selectors.ts'
import { FAULTS } from '#src/texts/en/faults.ts'
import { useServices } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import classes from './faults-badge.module.css'

/** How far the portal's clock is off; nothing where no fault has moved it. */
const clockText = (skewMs: number, errorMs: number): string | null => {
  if (skewMs === 0) return null
  const direction = errorMs === 0 ? 'right' : errorMs > 0 ? 'ahead' : 'behind'
  return FAULTS.clock({ direction, seconds: String(Math.abs(errorMs) / 1000) })
}

/** Says on every screen that faults are on, how many have happened and what the clock is like, leads to their settings, drops streams and turns them off. */
const FaultsBadge = ({ faults }: { faults: FaultsActor }) => {
  const { faults: happened } = useServices()
  const counts = useSyncExternalStore(happened.onChange, happened.counts)
  const clockErrorMs = useSyncExternalStore(happened.onChange, happened.clockErrorMs)
  const settings = useSelector(faults, selectSettings)
  const clock = clockText(settings?.clockSkewMs ?? 0, clockErrorMs)
  return (
    <aside className={classes['badge']} aria-label={FAULTS.title}>
      <IconBolt size={16} stroke={1.75} aria-hidden />
      <RouteLink to="/lab/faults">{FAULTS.on({ seed: String(settings?.seed ?? '') })}</RouteLink>
      <span>{FAULTS.soFar({ count: Object.values(counts).reduce((sum, count) => sum + count, 0) })}</span>
      {clock === null ? null : <span>{clock}</span>}
      <button type="button" onClick={() => faults.send({ type: 'faults.dropStream' })}>
        {FAULTS.dropStream}
      </button>
      <button type="button" onClick={() => faults.send({ type: 'faults.turnOff' })}>
        {FAULTS.turnOff}
      </button>
    </aside>
  )
}

export default FaultsBadge
