import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { codeRowId } from '#contract/links/health.ts'
import type { DtcRow } from '#contract/records/health.ts'
import {
  selectHealthFilter,
  selectIsHealthLoading,
  selectOpenRowId,
} from '#src/machines/health/health.selectors.ts'
import { DTC, HEALTH_TAB } from '#src/texts/en/health.ts'
import { useServices } from '../kit/app-context.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { useFocusReturn } from '../kit/side-panel.tsx'
import { DtcPanel } from './dtc-panel.tsx'
import { failureModeText, partName } from './dtc-texts.ts'
import classes from './health.module.css'
import type { HealthActor } from './health-filters.tsx'
import { type HealthColumn, HealthTable } from './health-table.tsx'
import { SeverityName } from './severity-name.tsx'

const columnsOf = (isHistory: boolean): HealthColumn<DtcRow>[] => [
  {
    title: DTC.meaning,
    width: 'minmax(260px, 2.4fr)',
    isWhole: true,
    cell: ({ code }) => (
      <span className={classes['two']}>
        <span>{partName(code)}</span>
        <small>{failureModeText(code)}</small>
      </span>
    ),
  },
  { title: DTC.code, width: '150px', cell: ({ code }) => <b translate="no">{code}</b> },
  {
    title: DTC.severity,
    width: '180px',
    isWhole: true,
    cell: ({ severity }) => <SeverityName severity={severity} />,
  },
  { title: DTC.began, width: '170px', cell: ({ firstSeen }) => formatDateTime(firstSeen) },
  isHistory
    ? {
        title: DTC.cleared,
        width: '170px',
        cell: ({ clearedAt }) => (clearedAt === null ? DTC.isSet : formatDateTime(clearedAt)),
      }
    : { title: DTC.lastSeen, width: '170px', cell: ({ lastSeen }) => formatDateTime(lastSeen) },
  { title: DTC.occurrences, width: '100px', cell: ({ occurrences }) => occurrences },
]

/** The trouble codes that are set or were set, with the panel of the one that is opened (HLT-01). */
export const DtcList = ({ health }: { health: HealthActor }) => {
  const { healthStore } = useServices()
  const { dtcs } = useSyncExternalStore(healthStore.subscribe, healthStore.getSnapshot)
  const { tab } = useSelector(health, selectHealthFilter)
  const isLoading = useSelector(health, selectIsHealthLoading)
  const rowId = useSelector(health, selectOpenRowId)
  const open = isLoading ? undefined : dtcs.find((row) => codeRowId(row) === rowId)
  const place = useFocusReturn(open !== undefined)
  return (
    <div className={classes['content']} ref={place}>
      <HealthTable
        key={tab}
        name={tab === 'history' ? HEALTH_TAB.history : HEALTH_TAB.live}
        registration={DTC.registration}
        columns={columnsOf(tab === 'history')}
        rows={dtcs}
        keyOf={codeRowId}
        isLoading={isLoading}
        cardPx={218}
        openKey={rowId}
        opening={{
          nameOf: ({ code, registrationId, firstSeen }) =>
            DTC.open({ code, registration: registrationId, time: formatDateTime(firstSeen) }),
          onOpen: (row) => health.send({ type: 'health.rowOpened', rowId: codeRowId(row) }),
        }}
      />
      {open === undefined ? null : (
        <DtcPanel row={open} onClose={() => health.send({ type: 'health.rowClosed' })} />
      )}
    </div>
  )
}
