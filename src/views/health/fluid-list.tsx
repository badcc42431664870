import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import type { VehicleFluids } from '#contract/records/health.ts'
import { FLUID_NAMES, type FluidName } from '#domain/fluids.ts'
import { selectIsHealthLoading, selectOpenRowId } from '#src/machines/health/health.selectors.ts'
import { FLUID, HEALTH, HEALTH_TAB, SERVICE } from '#src/texts/en/health.ts'
import { useServices } from '../kit/app-context.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { useFocusReturn } from '../kit/side-panel.tsx'
import { FluidPanel } from './fluid-panel.tsx'
import { FluidValue } from './fluid-values.tsx'
import classes from './health.module.css'
import type { HealthActor } from './health-filters.tsx'
import { type HealthColumn, HealthTable } from './health-table.tsx'

const WIDTH: Readonly<Record<FluidName, string>> = {
  ...{ fuel: 'minmax(200px, 1fr)', adblue: 'minmax(200px, 1fr)' },
  ...{ coolant: '150px', oilPressure: '150px', battery: '150px' },
}

const columns = (): HealthColumn<VehicleFluids>[] => [
  ...FLUID_NAMES.map((fluid) => ({
    title: FLUID[fluid],
    width: WIDTH[fluid],
    cell: (vehicle: VehicleFluids) => <FluidValue fluid={fluid} vehicle={vehicle} />,
  })),
  {
    title: FLUID.reported,
    width: '180px',
    cell: ({ time }) =>
      time === null ? <span className={classes['muted']}>{HEALTH.notReported}</span> : formatDateTime(time),
  },
]

const keyOf = ({ vehicleId }: VehicleFluids) => String(vehicleId)

/**
 * What each truck reported last of its fluids and its battery (HLT-05); what it does not report is said to be so. A row opens the levels
 * of its last thirty days.
 */
export const FluidList = ({ health }: { health: HealthActor }) => {
  const { healthStore } = useServices()
  const { fluids } = useSyncExternalStore(healthStore.subscribe, healthStore.getSnapshot)
  const isLoading = useSelector(health, selectIsHealthLoading)
  const rowId = useSelector(health, selectOpenRowId)
  const open = isLoading ? undefined : fluids.find((row) => keyOf(row) === rowId)
  const place = useFocusReturn(open !== undefined)
  return (
    <div className={classes['content']} ref={place}>
      <HealthTable
        name={HEALTH_TAB.fluids}
        registration={SERVICE.registration}
        columns={columns()}
        rows={fluids}
        keyOf={keyOf}
        isLoading={isLoading}
        opening={{
          nameOf: ({ registrationId }) => FLUID.open({ registration: registrationId }),
          onOpen: (row) => health.send({ type: 'health.rowOpened', rowId: keyOf(row) }),
        }}
        openKey={rowId}
        cardPx={320}
      />
      {open === undefined ? null : <FluidPanel health={health} vehicle={open} />}
    </div>
  )
}
