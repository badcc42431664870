import { Switch } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { TEXTS } from '#contract/texts.ts'
import { selectMaintenance } from '#src/machines/app/app.selectors.ts'
import type { maintenanceMachine } from '#src/machines/maintenance/maintenance.machine.ts'
import { selectIsOn, selectIsSaving } from '#src/machines/maintenance/maintenance.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import classes from './settings.module.css'
import { MAINTENANCE_TEXT } from './settings.text.ts'

const Toggle = ({ maintenance }: { maintenance: ActorRefFrom<typeof maintenanceMachine> }) => {
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

/** The maintenance switch (TCK-11). */
export const MaintenanceTab = () => {
  const maintenance = useAppSelector(selectMaintenance)
  return (
    <>
      <h2 className={classes['heading']}>{MAINTENANCE_TEXT.title}</h2>
      <p className={classes['lead']}>{MAINTENANCE_TEXT.lead}</p>
      <blockquote className={classes['quote']}>{TEXTS.maintenance}</blockquote>
      {maintenance === undefined ? null : <Toggle maintenance={maintenance} />}
    </>
  )
}
