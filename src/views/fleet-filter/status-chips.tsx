import type { Counts } from '#src/machines/fleet/fleet.ports.ts'
import type { Chip } from '#src/machines/fleet/list-restoration.logic.ts'
import { FLEET } from '#src/texts/en/fleet.ts'
import { STATUS_LABEL } from '#src/texts/en/measures.ts'
import { formatNumber, formatPercent } from '../kit/measures.ts'
import { StatusIcon } from '../kit/vehicle.tsx'
import classes from './filters.module.css'

const CHIPS = [
  { chip: 'RUNNING', counted: 'RUNNING' },
  { chip: 'IDLE', counted: 'IDLING' },
  { chip: 'OFFLINE', counted: 'OFFLINE' },
] as const

/** Statuses that have no chip (OPEN-56). */
const WITHOUT_CHIP = ['STOPPED', 'KEYON'] as const

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The count of a status and its share of all; a dash as long as nobody knows them. */
const Share = ({ counts, status }: { counts: Counts | null; status: keyof Counts }) => {
  if (counts === null) return <span className={classes['share']}>–</span>
  const all = sumOf(counts)
  const count = counts[status]
  return (
    <>
      <span className={classes['count']}>{formatNumber(count)}</span>{' '}
      <span className={classes['share']}>{formatPercent(all === 0 ? 0 : (100 * count) / all)} %</span>
    </>
  )
}

/**
 * The chips, which filter by status (MAP-04); at most one is on, and pressing it again turns it off (MAP-28). Statuses without
 * a chip are listed below. Each has its count and its share of all vehicles (MAP-45); `counts` is null until they are loaded.
 */
export const StatusChips = ({
  counts,
  pressed,
  onPress,
}: {
  counts: Counts | null
  pressed: Chip | null
  onPress: (chip: Chip) => void
}) => (
  <div className={classes['statuses']}>
    <fieldset className={classes['chips']} aria-label={FLEET.filterByStatus}>
      {CHIPS.map(({ chip, counted }) => (
        <button
          key={chip}
          type="button"
          className={classes['chip']}
          aria-pressed={pressed === chip}
          onClick={() => onPress(chip)}
        >
          <span className={classes['label']}>
            <StatusIcon status={chip} />
            {STATUS_LABEL[chip]}
          </span>
          <span>
            <Share counts={counts} status={counted} />
          </span>
        </button>
      ))}
    </fieldset>
    <ul className={classes['others']} aria-label={FLEET.otherStatuses}>
      {WITHOUT_CHIP.map((status) => (
        <li key={status}>
          <StatusIcon status={status} />
          {STATUS_LABEL[status]} <Share counts={counts} status={status} />
        </li>
      ))}
    </ul>
  </div>
)
