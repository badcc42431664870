import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import type { VehicleFluids } from '#contract/records/health.ts'
import { selectIsHealthLoading } from '#src/machines/health/health.selectors.ts'
import { FLUID, HEALTH, HEALTH_TAB, SERVICE } from '#src/texts/en/health.ts'
import { useServices } from '../kit/app-context.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { formatMeasure, volumeMeasure } from '../kit/measures.ts'
import classes from './health.module.css'
import type { HealthActor } from './health-filters.tsx'
import { type HealthColumn, HealthTable } from './health-table.tsx'

const NotReported = () => <span className={classes['muted']}>{HEALTH.notReported}</span>

/** A level with a bar of how full the tank is. */
const Level = ({ level }: { level: VehicleFluids['fuel'] }) => {
  if (level === null) return <NotReported />
  const percent = level.percent === null ? null : Math.round(level.percent)
  return (
    <span className={classes['leftLine']}>
      <b>{formatMeasure(volumeMeasure(level.litres))}</b>
      {percent === null ? null : (
        <span
          className={classes['bar']}
          role="img"
          aria-label={FLUID.ofTank({ percent })}
          style={{ ['--used' as string]: `${percent}%` }}
        />
      )}
    </span>
  )
}

const reading = (value: number | null, unit: string) =>
  value === null ? <NotReported /> : `${Math.round(value * 10) / 10} ${unit}`

const columns = (): HealthColumn<VehicleFluids>[] => [
  { title: FLUID.fuel, width: 'minmax(200px, 1fr)', cell: ({ fuel }) => <Level level={fuel} /> },
  { title: FLUID.adblue, width: 'minmax(200px, 1fr)', cell: ({ adblue }) => <Level level={adblue} /> },
  { title: FLUID.coolant, width: '130px', cell: ({ coolantCelsius }) => reading(coolantCelsius, '°C') },
  { title: FLUID.oil, width: '130px', cell: ({ oilKpa }) => reading(oilKpa, 'kPa') },
  { title: FLUID.battery, width: '130px', cell: ({ batteryVolts }) => reading(batteryVolts, 'V') },
  {
    title: FLUID.reported,
    width: '180px',
    cell: ({ time }) => (time === null ? <NotReported /> : formatDateTime(time)),
  },
]

/** What each truck reported last of its fluids and its battery (HLT-05); what it does not report is said to be so. */
export const FluidList = ({ health }: { health: HealthActor }) => {
  const { healthStore } = useServices()
  const { fluids } = useSyncExternalStore(healthStore.subscribe, healthStore.getSnapshot)
  const isLoading = useSelector(health, selectIsHealthLoading)
  return (
    <div className={classes['content']}>
      <HealthTable
        name={HEALTH_TAB.fluids}
        registration={SERVICE.registration}
        columns={columns()}
        rows={fluids}
        keyOf={({ vehicleId }) => String(vehicleId)}
        isLoading={isLoading}
        cardPx={260}
      />
    </div>
  )
}
