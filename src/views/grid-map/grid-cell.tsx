import { Button } from '@mantine/core'
import { IconCurrentLocation, IconX } from '@tabler/icons-react'
import { useCallback, useState, useSyncExternalStore } from 'react'
import type { GridMaps } from '#src/services/map-director/grid-maps.ts'
import type { ShownVehicle } from '../fleet/shown-vehicle.ts'
import { formatAge, formatFigure } from '../kit/formats.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { Plate } from '../kit/plate.tsx'
import { statusWords } from '../kit/status.ts'
import { StatusMark } from '../kit/status-mark.tsx'
import { UNIT } from '../kit/units.ts'
import { whenSeen } from '../kit/when-seen.ts'
import classes from './grid-map.module.css'
import { GRID } from './grid-map.text.ts'

/** The map of a cell: made when it first comes into view, taken down with the cell. */
const CellMap = ({
  maps,
  vehicleId,
  registration,
}: {
  maps: GridMaps
  vehicleId: number
  registration: string
}) => {
  const [isSeen, setSeen] = useState(false)
  const waitToBeSeen = useCallback(
    (element: HTMLElement | null) => whenSeen(() => setSeen(true))(element),
    [],
  )
  const mount = useCallback(
    (container: HTMLElement | null) => (container === null ? undefined : maps.mount(vehicleId, container)),
    [maps, vehicleId],
  )
  return (
    <section
      key={String(isSeen)}
      className={classes['map']}
      aria-label={GRID.liveMapOf(registration)}
      data-map-name={GRID.mapOf(registration)}
      ref={isSeen ? mount : waitToBeSeen}
    />
  )
}

/** One vehicle of the grid map: how it is, its live map, and the way to follow it alone. */
export const GridCell = ({
  maps,
  vehicleId,
  vehicle,
  now,
  onLive,
  onRemove,
}: {
  maps: GridMaps
  vehicleId: number
  /** undefined where the list does not have it any more. */
  vehicle: ShownVehicle | undefined
  /** ms since 1970 UTC. */
  now: number
  onLive: () => void
  onRemove: () => void
}) => {
  const isFollowing = useSyncExternalStore(maps.subscribe, () => maps.isFollowing(vehicleId))
  const registration = vehicle?.registration ?? ''
  return (
    <li className={classes['cell']}>
      <div className={classes['head']}>
        {vehicle === undefined ? <span>{GRID.gone}</span> : <Plate registration={registration} />}
        <span className={classes['buttons']}>
          {vehicle === undefined ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={GRID.liveOf(registration)}
              onClick={onLive}
            >
              {GRID.live}
            </Button>
          )}
          <IconButton icon={IconX} name={GRID.remove(registration)} quiet onPress={onRemove} />
        </span>
      </div>
      {vehicle === undefined ? null : (
        <>
          <div className={classes['facts']}>
            <span className={classes['status']}>
              <StatusMark status={vehicle.status} late={vehicle.late} />
              {statusWords(vehicle.status, vehicle.late)}
            </span>
            <span className={classes['speed']}>
              {formatFigure(vehicle.speed)} <small>{UNIT.speed}</small>
            </span>
            <span className={classes['age']}>
              {vehicle.place === null ? GRID.noPosition : formatAge(now - vehicle.time)}
            </span>
          </div>
          <div className={classes['mapBox']}>
            <CellMap maps={maps} vehicleId={vehicleId} registration={registration} />
            {isFollowing ? null : (
              <span className={classes['follow']}>
                <Button
                  size="compact-sm"
                  leftSection={<IconCurrentLocation size={16} stroke={1.75} aria-hidden />}
                  aria-label={GRID.followOf(registration)}
                  onClick={() => maps.follow(vehicleId)}
                >
                  {GRID.follow}
                </Button>
              </span>
            )}
          </div>
        </>
      )}
    </li>
  )
}
