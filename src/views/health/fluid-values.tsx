import type { VehicleFluids } from '#contract/records/health.ts'
import { FLUIDS, type FluidName } from '#domain/fluids.ts'
import { inUnit, type ShownFigureName } from '#domain/shown-figures.ts'
import type { UsualBand } from '#domain/usual-band.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { FLUID, HEALTH } from '#src/texts/en/health.ts'
import { formatPercent, formatWithUnit } from '../kit/measures.ts'
import classes from './health.module.css'

const FIGURE = {
  ...{ fuel: 'volume', adblue: 'volume', coolant: 'coolant', oilPressure: 'oilPressure', battery: 'battery' },
} as const satisfies Readonly<Record<FluidName, ShownFigureName>>

/** The value of a fluid in the unit the user has chosen. */
export const shownFluid = (fluid: FluidName, value: number): number =>
  inUnit(FIGURE[fluid], value, currentConventions())

/** `24.90 V` of a value of a fluid. */
export const formatFluid = (fluid: FluidName, value: number): string => formatWithUnit(FIGURE[fluid], value)

/** What is usual of a fluid, as a sentence. */
export const usualText = (fluid: FluidName, usual: UsualBand | null): string =>
  usual === null
    ? FLUID.usualUnknown
    : FLUID.usual({ from: formatFluid(fluid, usual.from), to: formatFluid(fluid, usual.to) })

/**
 * The last value of a fluid, with how full its tank is, and a word if it is not usual. What says nothing while the engine stands is muted
 * then, and beside the pressure of the oil it is said why.
 */
export const FluidValue = ({
  fluid,
  vehicle: { fluids, isEngineOn },
}: {
  fluid: FluidName
  vehicle: VehicleFluids
}) => {
  const { [fluid]: reading } = fluids
  if (reading === null) return <span className={classes['muted']}>{HEALTH.notReported}</span>
  const { percent } = reading
  const isAtRest = FLUIDS[fluid].whileRunning && isEngineOn === false
  return (
    <span className={classes['leftLine']}>
      <b data-narrow={fluid !== 'fuel' && fluid !== 'adblue'} data-muted={isAtRest}>
        {formatFluid(fluid, reading.value)}
      </b>
      {percent === null ? null : (
        <>
          <span className={classes['bar']} style={{ ['--used' as string]: `${percent}%` }} />
          <span className={classes['percent']}>{FLUID.ofTank({ percent: formatPercent(percent) })}</span>
        </>
      )}
      {isAtRest && fluid === 'oilPressure' ? (
        <span className={classes['muted']}>{FLUID.engineOff}</span>
      ) : null}
      {reading.beside === null ? null : (
        <span className={classes['beside']} title={usualText(fluid, reading.usual)}>
          {FLUID[reading.beside]}
        </span>
      )}
    </span>
  )
}
