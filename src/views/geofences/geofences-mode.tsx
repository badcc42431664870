import { useSelector } from '@xstate/react'
import {
  selectIsAsking,
  selectIsBrowsing,
  selectIsConfirming,
  selectIsForm,
  selectShowsHint,
} from '#src/machines/geofences/geofences.selectors.ts'
import { Announcer } from '../fleet/announcer.tsx'
import fleetClasses from '../fleet/fleet-screen.module.css'
import { PhoneSheet } from '../kit/phone-sheet.tsx'
import { usePhone } from '../kit/use-phone.ts'
import { DeleteFence, DiscardChanges, FenceHint } from './fence-dialogs.tsx'
import { FenceForm } from './fence-form.tsx'
import { FenceList } from './fence-list.tsx'
import { FencePopup } from './fence-popup.tsx'
import type { GeofencesActor } from './geofences.actor.ts'
import classes from './geofences.module.css'
import { GEOFENCES } from './geofences.text.ts'

/** What floats over the map while geofences are looked at, drawn or changed (GEO-14). */
const GeofencesMode = ({ fences, onBack }: { fences: GeofencesActor; onBack: () => void }) => {
  const isForm = useSelector(fences, selectIsForm)
  const isPhone = usePhone()
  const panel = isForm ? <FenceForm fences={fences} /> : <FenceList fences={fences} onBack={onBack} />
  return (
    <>
      <Announcer text={isForm ? GEOFENCES.drawingNow : GEOFENCES.shown} />
      {isPhone ? (
        <div data-covers="bottom" className={fleetClasses['sheetPlace']}>
          <PhoneSheet name={GEOFENCES.panel} key={isForm ? 'form' : 'list'}>
            <div className={classes['sheet']}>{panel}</div>
          </PhoneSheet>
        </div>
      ) : (
        <div className={fleetClasses['panel']} data-covers="left">
          {panel}
        </div>
      )}
      {useSelector(fences, selectIsBrowsing) ? <FencePopup fences={fences} /> : null}
      {useSelector(fences, selectShowsHint) ? <FenceHint fences={fences} /> : null}
      {useSelector(fences, selectIsConfirming) ? <DeleteFence fences={fences} /> : null}
      {useSelector(fences, selectIsAsking) ? <DiscardChanges fences={fences} /> : null}
    </>
  )
}

export default GeofencesMode
