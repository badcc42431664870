import { formatAge, formatFigure, formatPlace, NOTHING } from '../kit/formats.ts'
import { Plate } from '../kit/plate.tsx'
import { STATUS_COLOUR, statusWords } from '../kit/status.ts'
import { StatusMark } from '../kit/status-mark.tsx'
import { UNIT } from '../kit/units.ts'
import { FLEET } from './fleet.text.ts'
import type { ShownVehicle } from './shown-vehicle.ts'
import classes from './vehicle-card.module.css'

/** One vehicle of the list: the map's twin for those who cannot see it. */
export const VehicleCard = ({
  vehicle,
  now,
  selected,
  isStop,
  onFocus,
  onSelect,
}: {
  vehicle: ShownVehicle
  /** ms since 1970 UTC, for the age. */
  now: number
  selected: boolean
  /** Whether Tab comes to this card of the list. */
  isStop: boolean
  onFocus: () => void
  /** `byKey`: it was pressed without a pointer. */
  onSelect: (byKey: boolean) => void
}) => {
  const { registration, status, speed, place, time, late, trip } = vehicle
  return (
    <button
      type="button"
      className={classes['card']}
      style={{ ['--edge' as string]: STATUS_COLOUR[status] }}
      aria-current={selected}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={({ detail }) => onSelect(detail === 0)}
    >
      <Plate registration={registration} />
      <span className={classes['speed']}>
        {formatFigure(speed)} <span className={classes['unit']}>{UNIT.speed}</span>
      </span>
      {trip === null ? (
        <span className={`${classes['place']} ${classes['bare']}`}>
          {place === null ? FLEET.noPosition : formatPlace(place[0], place[1])}
        </span>
      ) : (
        <span className={classes['place']}>
          {FLEET.tripTo(trip.toCity)}
          {trip.eta === null ? '' : ` · ${FLEET.arrives(trip.eta)}`}
        </span>
      )}
      <span className={classes['status']}>
        <StatusMark status={status} late={late} />
        {statusWords(status, late)}
      </span>
      <span className={classes['age']}>{time === 0 ? NOTHING : formatAge(now - time)}</span>
    </button>
  )
}
