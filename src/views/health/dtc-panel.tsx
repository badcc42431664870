import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { DtcRow } from '#contract/records/health.ts'
import { DTC } from '#src/texts/en/health.ts'
import { useServices } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import { Address, CardFacts, Fact } from '../kit/facts.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { MapCanvas } from '../kit/map-canvas.tsx'
import { playbackAround } from '../kit/playback-around.ts'
import { SidePanel } from '../kit/side-panel.tsx'
import { Plate } from '../kit/vehicle.tsx'
import { failureModeText, partName } from './dtc-texts.ts'
import classes from './health.module.css'
import { SeverityName } from './severity-name.tsx'

/** Where a code came up. */
const Place = ({ row }: { row: DtcRow }) => {
  const { alertMap } = useServices()
  const { lng, lat } = row
  useEffect(() => alertMap.show({ alert: { type: 'DTC', lng, lat }, fixes: [] }), [alertMap, lng, lat])
  return (
    <div className={classes['map']}>
      <MapCanvas map={alertMap.map} />
    </div>
  )
}

/** A trouble code: what it means, and where and when it came up, with the way to its playback. */
export const DtcPanel = ({ row, onClose }: { row: DtcRow; onClose: () => void }) => {
  const { serverNow } = useServices()
  return (
    <SidePanel name={DTC.panel} heading={<h2 translate="no">{row.code}</h2>} onClose={onClose}>
      <p className={classes['about']}>
        <Plate registration={row.registrationId} />
        <SeverityName severity={row.severity} />
      </p>
      <p className={classes['meaning']}>
        <b>{partName(row.code)}</b>
        <span>{failureModeText(row.code)}</span>
      </p>
      <CardFacts>
        <Fact wide name={DTC.place} value={<Address place={[row.lng, row.lat]} />} />
        <Fact name={DTC.began} value={formatDateTime(row.firstSeen)} />
        <Fact name={DTC.lastSeen} value={formatDateTime(row.lastSeen)} />
        <Fact name={DTC.cleared} value={row.clearedAt === null ? DTC.isSet : formatDateTime(row.clearedAt)} />
        <Fact name={DTC.occurrences} value={DTC.occurrencesOf({ count: row.occurrences })} />
      </CardFacts>
      <Place row={row} />
      <Button
        className={classes['link'] ?? ''}
        component={RouteLink}
        to={playbackAround(
          { ...row, time: row.firstSeen, began: row.firstSeen, ended: null },
          serverNow(),
          true,
        )}
        variant="default"
        leftSection={<IconPlayerPlay size={18} stroke={1.75} aria-hidden />}
      >
        {DTC.playback}
      </Button>
    </SidePanel>
  )
}
