import { StatusMark } from '../kit/status-mark.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './status-chips.module.css'

/** The three filters by status (MAP-04); one at most is on (MAP-28). */
export type Chip = 'RUNNING' | 'IDLE' | 'OFFLINE'

const CHIPS = [
  { chip: 'RUNNING', label: FLEET.running },
  { chip: 'IDLE', label: FLEET.idle },
  { chip: 'OFFLINE', label: FLEET.offline },
] as const

/** Filters with their counts; pressing the one that is on turns it off. */
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
