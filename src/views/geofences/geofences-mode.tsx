import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { geofencesMachine } from '#src/machines/geofences/geofences.machine.ts'
import {
  selectFenceImport,
  selectIsAsking,
  selectIsBrowsing,
  selectIsConfirming,
  selectIsForm,
  selectShowsHint,
} from '#src/machines/geofences/geofences.selectors.ts'
import { GEOFENCES } from '#src/texts/en/geofences.ts'
import { usePhone } from '../kit/hooks.ts'
import { lazyView } from '../kit/lazy-view.ts'
import { Announcer } from '../kit/map-overlay.tsx'
import screenClasses from '../kit/map-screen.module.css'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { DeleteFence, DiscardChanges, FenceHint } from './fence-dialogs.tsx'
import { FenceForm } from './fence-form.tsx'
import { FenceList, FencePopup } from './fence-list.tsx'
import classes from './geofences.module.css'

const FenceImport = lazyView(() => import('./fence-import.tsx'))

/** The running machine, to read and send to. */
export type GeofencesActor = ActorRefFrom<typeof geofencesMachine>

/** The panels and dialogs over the map while geofences are listed or edited (GEO-14). */
const GeofencesMode = ({ fences, onBack }: { fences: GeofencesActor; onBack: () => void }) => {
  const isForm = useSelector(fences, selectIsForm)
  const isPhone = usePhone()
  const fenceImport = useSelector(fences, selectFenceImport)
  const panel = isForm ? <FenceForm fences={fences} /> : <FenceList fences={fences} onBack={onBack} />
  return (
    <>
      <Announcer text={isForm ? GEOFENCES.drawingNow : GEOFENCES.shown} />
      {isPhone ? (
        <div data-covers="bottom" className={screenClasses['bottomSheet']}>
          <PhoneSheet name={GEOFENCES.panel} key={isForm ? 'form' : 'list'}>
            <div className={classes['sheet']}>{panel}</div>
          </PhoneSheet>
        </div>
      ) : (
        <div className={screenClasses['panel']} data-covers="left">
          {panel}
        </div>
      )}
      {useSelector(fences, selectIsBrowsing) ? <FencePopup fences={fences} /> : null}
      {fenceImport === undefined ? null : <FenceImport fenceImport={fenceImport} />}
      {useSelector(fences, selectShowsHint) ? <FenceHint fences={fences} /> : null}
      {useSelector(fences, selectIsConfirming) ? <DeleteFence fences={fences} /> : null}
      {useSelector(fences, selectIsAsking) ? <DiscardChanges fences={fences} /> : null}
    </>
  )
}

export default GeofencesMode
