import { Switch } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { selectMaintenance } from '#src/machines/app/app.selectors.ts'
import type { MaintenanceActor } from '#src/machines/maintenance/maintenance.machine.ts'
import { selectIsOn, selectIsSaving } from '#src/machines/maintenance/maintenance.selectors.ts'
import { MAINTENANCE_TEXT } from '#src/texts/en/maintenance.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import tab from '../kit/tab-content.module.css'

const Toggle = ({ maintenance }: { maintenance: MaintenanceActor }) => {
  const isOn = useSelector(maintenance, selectIsOn)
  return (
    <Switch
      label={MAINTENANCE_TEXT.switch}
      checked={isOn}
      disabled={useSelector(maintenance, selectIsSaving)}
      onChange={() => maintenance.send({ type: 'maintenance.set', isOn: !isOn })}
    />
  )
}

/** The settings tab where administrators switch the maintenance notice (TCK-11). */
const MaintenanceTab = () => {
  const maintenance = useAppSelector(selectMaintenance)
  return (
    <>
      <h2 className={tab['heading']}>{MAINTENANCE_TEXT.title}</h2>
      <p className={tab['lead']}>{MAINTENANCE_TEXT.lead}</p>
      <blockquote className={tab['quote']}>{TEXTS.maintenance}</blockquote>
      {maintenance === undefined ? null : <Toggle maintenance={maintenance} />}
    </>
  )
}

export default MaintenanceTab
