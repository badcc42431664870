import type { Chip } from '#src/machines/fleet/list-memo.logic.ts'
import { StatusMark } from '../kit/status-mark.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './status-chips.module.css'

const CHIPS = [
  { chip: 'RUNNING', label: FLEET.running },
  { chip: 'IDLE', label: FLEET.idle },
  { chip: 'OFFLINE', label: FLEET.offline },
] as const

/** Filters by status with their counts (MAP-04); one at most is on, pressing it turns it off (MAP-28). */
export const StatusChips = ({
  counts,
  pressed,
  onPress,
}: {
  counts: Readonly<Record<Chip, number>>
  pressed: Chip | null
  onPress: (chip: Chip) => void
}) => (
  <fieldset className={classes['chips']} aria-label={FLEET.filterByStatus}>
    {CHIPS.map(({ chip, label }) => (
      <button
        key={chip}
        type="button"
        className={classes['chip']}
        aria-pressed={pressed === chip}
        onClick={() => onPress(chip)}
      >
        <span className={classes['label']}>
          <StatusMark status={chip} />
          {label}
        </span>
        <span className={classes['count']}>{counts[chip]}</span>
      </button>
    ))}
  </fieldset>
)
