import { Skeleton, useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconTable } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { FluidHistory, VehicleFluids } from '#contract/records/health.ts'
import { FLUID_NAMES, FLUIDS, type FluidName } from '#domain/fluids.ts'
import { selectAreLevelsLoading, selectLevelsFailure } from '#src/machines/health/health.selectors.ts'
import { FLUID, HEALTH } from '#src/texts/en/health.ts'
import { currentLanguage } from '#src/texts/language.ts'
import { useServices } from '../kit/app-context.tsx'
import { IconButton } from '../kit/buttons.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { FailedLoad } from '../kit/failure-note.tsx'
import { formatDayText } from '../kit/formats.ts'
import { SidePanel } from '../kit/side-panel.tsx'
import { Plate } from '../kit/vehicle.tsx'
import { drawFluid } from './fluid-plot.ts'
import { FluidValue, formatFluid, shownFluid, usualText } from './fluid-values.tsx'
import classes from './health.module.css'
import type { HealthActor } from './health-filters.tsx'

type Day = { readonly day: string; readonly level: FluidHistory['days'][number]['fluids'][FluidName] }

const Plot = ({
  fluid,
  days,
  usual,
}: {
  fluid: FluidName
  days: readonly Day[]
  usual: FluidHistory['usual'][FluidName]
}) => {
  const { colorScheme } = useMantineColorScheme()
  const draw = useCallback(
    (container: HTMLDivElement | null) => {
      if (container === null) return undefined
      const inUnit = (value: number) => shownFluid(fluid, value)
      return drawFluid(
        container,
        days.map(({ day, level }) => ({
          label: formatDayText(day),
          level: level && { low: inUnit(level.low), mean: inUnit(level.mean), high: inUnit(level.high) },
        })),
        usual && { from: inUnit(usual.from), to: inUnit(usual.to) },
      )
    },
    [fluid, days, usual],
  )
  return (
    <div
      key={`${colorScheme} ${currentLanguage().locale}`}
      ref={draw}
      className={classes['plot']}
      data-fluid={fluid}
      role="img"
      aria-label={FLUID.plot({ fluid: FLUID[fluid] })}
    />
  )
}

const Fluid = ({
  fluid,
  levels,
  vehicle,
}: {
  fluid: FluidName
  levels: FluidHistory
  vehicle: VehicleFluids
}) => {
  const [isTable, setTable] = useState(false)
  const days = useMemo(
    () => levels.days.map(({ day, fluids }): Day => ({ day, level: fluids[fluid] })),
    [levels, fluid],
  )
  const reported = days.flatMap(({ day, level }) => (level === null ? [] : [{ day, ...level }])).reverse()
  const { [fluid]: usual } = levels.usual
  const cell = (of: 'low' | 'mean' | 'high') => (row: (typeof reported)[number]) =>
    formatFluid(fluid, row[of])
  return (
    <section className={classes['fluid']} aria-label={FLUID[fluid]}>
      <div className={classes['fluidHead']}>
        <h3>{FLUID[fluid]}</h3>
        {reported.length === 0 ? null : (
          <IconButton
            quiet
            icon={IconTable}
            name={`${FLUID.table}: ${FLUID[fluid]}`}
            pressed={isTable}
            onPress={() => setTable(!isTable)}
          />
        )}
      </div>
      <FluidValue fluid={fluid} vehicle={vehicle} />
      {reported.length === 0 ? (
        <p className={classes['muted']}>{FLUID.nothing}</p>
      ) : (
        <>
          <p className={classes['muted']}>
            {usualText(fluid, usual)} {FLUIDS[fluid].whileRunning ? FLUID.running : null}
          </p>
          {isTable ? (
            <DataTable
              name={FLUID.plot({ fluid: FLUID[fluid] })}
              columns={[
                { title: FLUID.day, cell: ({ day }) => formatDayText(day) },
                ...(['low', 'mean', 'high'] as const).map((of) => ({ title: FLUID[of], cell: cell(of) })),
              ]}
              rows={reported}
              keyOf={({ day }) => day}
              isLoading={false}
            />
          ) : (
            <Plot fluid={fluid} days={days} usual={usual} />
          )}
        </>
      )}
    </section>
  )
}

/** The fluids of a truck over thirty days: each with a line of its days over the band of what is usual of this truck (HLT-05). */
export const FluidPanel = ({ health, vehicle }: { health: HealthActor; vehicle: VehicleFluids }) => {
  const { healthStore } = useServices()
  const { levels } = useSyncExternalStore(healthStore.subscribe, healthStore.getSnapshot)
  const isLoading = useSelector(health, selectAreLevelsLoading)
  const failure = useSelector(health, selectLevelsFailure)
  const own = levels?.vehicleId === vehicle.vehicleId ? levels : null
  return (
    <SidePanel
      key={vehicle.vehicleId}
      name={FLUID.panel}
      heading={<h2>{FLUID.panel}</h2>}
      isBusy={isLoading}
      onClose={() => health.send({ type: 'health.rowClosed' })}
    >
      <p className={classes['about']}>
        <Plate registration={vehicle.registrationId} /> <span translate="no">{vehicle.model}</span>
      </p>
      {isLoading ? FLUID_NAMES.map((fluid) => <Skeleton key={fluid} height={190} aria-hidden />) : null}
      <FailedLoad
        failure={failure}
        away={HEALTH.failedAway}
        className={classes['failed']}
        onRetry={() => health.send({ type: 'health.levelsRetried' })}
      />
      {isLoading || own === null ? null : (
        <>
          {own.pendingDays === 0 ? null : (
            <p className={classes['muted']} role="status">
              {FLUID.deriving({ count: own.pendingDays })}
            </p>
          )}
          {FLUID_NAMES.map((fluid) => (
            <Fluid key={fluid} fluid={fluid} levels={own} vehicle={vehicle} />
          ))}
        </>
      )}
    </SidePanel>
  )
}
