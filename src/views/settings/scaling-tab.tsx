import { Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { KpiScale } from '#contract/records/scaling.ts'
import { SCALED_KPI_NAMES, SCALED_KPIS, SCALING_FACTOR, type ScaledKpi } from '#domain/scaling.ts'
import type { scalingMachine } from '#src/machines/settings/scaling.machine.ts'
import {
  selectFactor,
  selectFactorFault,
  selectFailure,
  selectIsMeasuring,
  selectIsSaving,
  selectIsUnsaved,
  selectMaySet,
  selectMeasured,
  selectScales,
  selectTrialFailure,
} from '#src/machines/settings/scaling.selectors.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { SCALED_KPI, SCALING } from '#src/texts/en/scaling.ts'
import { SETTINGS_TAB } from '#src/texts/en/settings.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { BusyButton } from '../kit/buttons.tsx'
import { FailedLoad, FailureNote } from '../kit/failure-note.tsx'
import { formatDate } from '../kit/formats.ts'
import { factorText, kpiText } from '../kit/kpis.ts'
import { NumberField } from '../kit/number-field.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import tab from '../kit/tab-content.module.css'
import classes from './scaling-tab.module.css'

/** The running machine, to read and send to. */
type ScalingActor = ActorRefFrom<typeof scalingMachine>

/** How far an arrow key moves a factor. */
const STEP = 0.01

const setText = ({ set }: KpiScale): string =>
  set === null
    ? SCALING.unset
    : set.by === ''
      ? SCALING.set({ date: formatDate(set.at) })
      : SCALING.setBy({ by: set.by, date: formatDate(set.at) })

const textWith = (kpi: ScaledKpi, value: number, factor: number): string =>
  kpiText(kpi, value, { [kpi]: { factor, set: null } })

/** What a KPI of the last 7 days is with the saved factor, and with the one in the field. */
const Trial = ({ scaling, kpi, saved }: { scaling: ScalingActor; kpi: ScaledKpi; saved: number }) => {
  const measured = useSelector(scaling, selectMeasured)
  const factor = useSelector(scaling, selectFactor(kpi)) ?? saved
  const isWrong = useSelector(scaling, selectFactorFault(kpi)) !== null
  if (measured === null) return null
  const value = measured[kpi]
  if (value === null || value === 'deriving')
    return <p className={classes['trial']}>{value === null ? SCALING.unknown : SCALING.deriving}</p>
  const before = textWith(kpi, value, saved)
  return (
    <p role="status" className={classes['trial']} data-changed={(factor !== saved && !isWrong) || undefined}>
      {factor === saved || isWrong
        ? SCALING.now({ before })
        : SCALING.trial({ before, after: textWith(kpi, value, factor), factor: factorText({ factor }) })}
    </p>
  )
}

const Kpi = ({ scaling, kpi }: { scaling: ScalingActor; kpi: ScaledKpi }) => {
  const scale = useSelector(scaling, selectScales)?.[kpi]
  const maySet = useSelector(scaling, selectMaySet)
  const factor = useSelector(scaling, selectFactor(kpi))
  const fault = useSelector(scaling, selectFactorFault(kpi))
  if (scale === undefined || factor === null) return null
  const { most } = SCALED_KPIS[kpi]
  return (
    <li className={classes['kpi']} data-changed={factor !== scale.factor || undefined}>
      {maySet ? (
        <NumberField
          label={SCALED_KPI[kpi]}
          value={factor}
          step={STEP}
          error={fault === null ? undefined : errorText(fault)}
          onNumber={(number) => scaling.send({ type: 'scaling.changed', kpi, factor: number })}
        />
      ) : (
        <p className={classes['read']}>
          {SCALED_KPI[kpi]} <b>{factorText(scale)}</b>
        </p>
      )}
      <div className={classes['notes']}>
        <p>{setText(scale)}</p>
        {Number.isFinite(most) ? <p>{SCALING.most({ most })}</p> : null}
        <Trial scaling={scaling} kpi={kpi} saved={scale.factor} />
      </div>
    </li>
  )
}

const Actions = ({ scaling }: { scaling: ScalingActor }) => {
  const isMeasuring = useSelector(scaling, selectIsMeasuring)
  const trialFailure = useSelector(scaling, selectTrialFailure)
  return (
    <>
      <div className={classes['actions']}>
        <BusyButton
          variant="default"
          busy={isMeasuring}
          onClick={() => scaling.send({ type: 'scaling.tryPressed' })}
        >
          {SCALING.try}
        </BusyButton>
        <Button variant="default" onClick={() => scaling.send({ type: 'scaling.resetPressed' })}>
          {SCALING.reset}
        </Button>
        <span role="status">{isMeasuring ? SCALING.measuring : null}</span>
      </div>
      <FailureNote failure={trialFailure} away={SCALING.trialFailed} isSmall />
    </>
  )
}

const Factors = ({ scaling }: { scaling: ScalingActor }) => {
  const scales = useSelector(scaling, selectScales)
  const maySet = useSelector(scaling, selectMaySet)
  const failure = useSelector(scaling, selectFailure)
  const isUnsaved = useSelector(scaling, selectIsUnsaved)
  const isSaving = useSelector(scaling, selectIsSaving)
  if (scales === null)
    return failure === null ? (
      <p role="status">{TEXTS.loading}</p>
    ) : (
      <FailedLoad
        className={classes['failed']}
        failure={failure}
        away={KIT.serverAway}
        onRetry={() => scaling.send({ type: 'scaling.retry' })}
      />
    )
  return (
    <>
      {maySet ? null : <p className={tab['lead']}>{SCALING.readOnly}</p>}
      <ul className={tab['rows']} aria-label={SETTINGS_TAB.scalingFactor}>
        {SCALED_KPI_NAMES.map((kpi) => (
          <Kpi key={kpi} scaling={scaling} kpi={kpi} />
        ))}
      </ul>
      {maySet ? (
        <>
          <Actions scaling={scaling} />
          <SaveBar
            isUnsaved={isUnsaved}
            isSaving={isSaving}
            failure={failure}
            onSave={() => scaling.send({ type: 'scaling.savePressed' })}
            onDiscard={() => scaling.send({ type: 'scaling.discarded' })}
          />
        </>
      ) : null}
    </>
  )
}

/** The scaling factors of the company's KPIs, which can be tried before they are saved (ADM-11, OPEN-58). */
const ScalingTab = ({ scaling }: { scaling: ScalingActor }) => (
  <>
    <h2 className={tab['heading']}>{SETTINGS_TAB.scalingFactor}</h2>
    <p className={tab['lead']}>{SCALING.lead({ least: SCALING_FACTOR.least, most: SCALING_FACTOR.most })}</p>
    <Factors scaling={scaling} />
  </>
)

export default ScalingTab
