import { Button } from '@mantine/core'
import { Address } from '../kit/address.tsx'
import { formatDateTime, formatFigure, NOTHING } from '../kit/formats.ts'
import { Plate } from '../kit/plate.tsx'
import { statusWords } from '../kit/status.ts'
import { StatusMark } from '../kit/status-mark.tsx'
import { UNIT } from '../kit/units.ts'
import { FLEET } from './fleet.text.ts'
import type { ShownVehicle } from './shown-vehicle.ts'
import classes from './vehicle-popup.module.css'

/** The id of the one that is open. */
export const VEHICLE_POPUP = 'vehicle-popup'

/** What hangs on a pressed vehicle (MAP-16). */
export const VehiclePopup = ({
  vehicle: { registration, status, time, late, place, speed },
  onLive,
  onPlayback,
  onTrip,
}: {
  vehicle: ShownVehicle
  onLive: () => void
  onPlayback: () => void
  onTrip: () => void
}) => (
  <section id={VEHICLE_POPUP} tabIndex={-1} className={classes['popup']} aria-label={registration}>
    <div className={classes['head']}>
      <Plate registration={registration} />
      <span className={classes['status']}>
        <StatusMark status={status} late={late} />
        {statusWords(status, late)}
      </span>
    </div>
    <dl className={classes['facts']}>
      <dt>{FLEET.lastUpdated}</dt>
      <dd>{time === 0 ? NOTHING : formatDateTime(time)}</dd>
      <dt>{FLEET.address}</dt>
      <dd>{place === null ? FLEET.noPosition : <Address place={place} />}</dd>
      <dt>{FLEET.speed}</dt>
      <dd>
        {formatFigure(speed)} {UNIT.speed}
      </dd>
    </dl>
    <div className={classes['actions']}>
      <Button onClick={onLive}>{FLEET.live}</Button>
      <Button variant="default" onClick={onPlayback}>
        {FLEET.playback}
      </Button>
      <Button variant="default" onClick={onTrip}>
        {FLEET.trip}
      </Button>
    </div>
  </section>
)
