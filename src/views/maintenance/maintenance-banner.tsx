import { IconTool } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { selectMaintenance } from '#src/machines/app/app.selectors.ts'
import type { MaintenanceActor } from '#src/machines/maintenance/maintenance.machine.ts'
import { selectIsOn } from '#src/machines/maintenance/maintenance.selectors.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import classes from './maintenance-banner.module.css'

const Notice = ({ maintenance }: { maintenance: MaintenanceActor }) =>
  useSelector(maintenance, selectIsOn) ? (
    <div className={classes['banner']} role="status">
      <IconTool size={18} stroke={1.75} aria-hidden />
      {TEXTS.maintenance}
    </div>
  ) : null

/** The maintenance notice above every screen, including the login (TCK-12, OPEN-80). It blocks nothing. */
export const MaintenanceBanner = () => {
  const maintenance = useAppSelector(selectMaintenance)
  return maintenance === undefined ? null : <Notice maintenance={maintenance} />
}
