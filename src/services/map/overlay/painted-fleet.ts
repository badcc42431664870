import type { FleetColumns, FleetStore } from '../../fleet/fleet-columns.ts'
import type { FleetLayout } from '../scene/clusters.ts'
import { isInView } from '../scene/fleet-layout.ts'
import { mercatorX, mercatorY, projector, type Viewport } from '../scene/mercator.ts'

/** px that a vehicle moves before it is painted anew. */
const VISIBLE_MOVE_PX = 0.5
/** Degrees that a vehicle turns before it is painted anew: the tip of its shape moves by half a pixel. */
const VISIBLE_TURN = 2.5

type Drawn = Pick<FleetColumns, 'lng' | 'lat' | 'heading' | 'status' | 'late'>

/** The fleet as it was last painted, to tell whether new fixes change the picture. */
export const createPaintedFleet = (fleet: FleetStore) => {
  let layout: FleetLayout | undefined
  let drawn: Drawn | undefined
  let isSingle = new Uint8Array()

  const looksDifferent = (now: FleetColumns, before: Drawn, slot: number) => {
    if (now.status[slot] !== before.status[slot] || now.late[slot] !== before.late[slot]) return true
    const [heading = Number.NaN, last = Number.NaN] = [now.heading[slot], before.heading[slot]]
    if (Number.isNaN(heading) || Number.isNaN(last)) return Number.isNaN(heading) !== Number.isNaN(last)
    const turn = Math.abs(heading - last) % 360
    return Math.min(turn, 360 - turn) >= VISIBLE_TURN
  }

  return {
    /** To be called after each paint, with the layout that was painted; undefined if none was. */
    keep: (painted: FleetLayout | undefined) => {
      if (painted !== layout) {
        isSingle = new Uint8Array(fleet.size)
        for (const slot of painted?.singles ?? []) isSingle[slot] = 1
        layout = painted
      }
      const { lng, lat, heading, status, late } = fleet.columns
      if (drawn?.lng.length !== lng.length)
        drawn = {
          lng: lng.slice(),
          lat: lat.slice(),
          heading: heading.slice(),
          status: status.slice(),
          late: late.slice(),
        }
      else {
        drawn.lng.set(lng)
        drawn.lat.set(lat)
        drawn.heading.set(heading)
        drawn.status.set(status)
        drawn.late.set(late)
      }
    },
    /** Whether the new fixes of these slots are visible in `view`, which must be the one that was painted. */
    isVisiblyChanged: (slots: readonly number[], view: Viewport): boolean => {
      const before = drawn
      if (layout === undefined || before === undefined) return true
      const { columns } = fleet
      const { x, y } = projector(view)
      const positionIn = ({ lng, lat }: Pick<Drawn, 'lng' | 'lat'>, slot: number) => ({
        x: x(mercatorX(lng[slot] ?? Number.NaN)),
        y: y(mercatorY(lat[slot] ?? Number.NaN)),
      })
      return slots.some((slot) => {
        if (isSingle[slot] !== 1) return false
        const [from, to] = [positionIn(before, slot), positionIn(columns, slot)]
        if (!isInView(from, view) && !isInView(to, view)) return false
        return (
          Math.hypot(to.x - from.x, to.y - from.y) >= VISIBLE_MOVE_PX || looksDifferent(columns, before, slot)
        )
      })
    },
  }
}
