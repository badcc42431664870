import { useSelector } from '@xstate/react'
import { useCallback, useMemo } from 'react'
import { POPUP_WIDTH } from '#contract/constants.ts'
import { circleOutline, shapeOfFence } from '#contract/records/fence-shape.ts'
import type { GeofenceItem } from '#contract/records/geofence.ts'
import { selectChosenFence } from '#src/machines/geofences/geofences.selectors.ts'
import type { LngLat } from '#src/services/map/map.port.ts'
import { MapPopup } from '../fleet/map-popup.tsx'
import { useServices } from '../kit/app-context.tsx'
import { FenceActions } from './fence-actions.tsx'
import { fenceWords } from './fence-figures.ts'
import type { GeofencesActor } from './geofences.actor.ts'
import classes from './geofences.module.css'

/** Its northernmost corner, where the popup hangs. */
const topOf = (fence: GeofenceItem): LngLat => {
  const shape = shapeOfFence(fence)
  const corners = shape === null ? [] : shape.kind === 'circle' ? circleOutline(shape, 4) : shape.corners
  return corners.reduce<LngLat>((top, corner) => (corner[1] > top[1] ? corner : top), corners[0] ?? [0, 0])
}

/** The popup of the chosen fence on the map (GEO-04). */
export const FencePopup = ({ fences }: { fences: GeofencesActor }) => {
  const { map } = useServices()
  const fence = useSelector(fences, selectChosenFence)
  const anchor = useMemo(() => (fence === undefined ? null : topOf(fence)), [fence])
  const close = useCallback(() => fences.send({ type: 'fence.chosen', geoFenceId: null }), [fences])
  if (fence === undefined || anchor === null) return null
  return (
    <MapPopup map={map} anchor={anchor} width={POPUP_WIDTH.narrow} onClose={close}>
      <section className={classes['popup']} aria-label={fence.geoFenceShapeName}>
        <h2 className={classes['popupName']}>{fence.geoFenceShapeName}</h2>
        <p className={classes['words']}>{fenceWords(fence)}</p>
        <div className={classes['popupActions']}>
          <FenceActions fences={fences} geoFenceId={fence.geoFenceId} />
        </div>
      </section>
    </MapPopup>
  )
}
