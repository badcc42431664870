import { Button } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { FAULT_KINDS, FAULT_RANGES, type FaultSettings } from '#contract/records/faults.ts'
import { selectFaults } from '#src/machines/app/app.selectors.ts'
import type { FaultsActor } from '#src/machines/faults/faults.machine.ts'
import {
  selectIsBusy,
  selectIsOn,
  selectIsReady,
  selectIsUnavailable,
  selectSettings,
} from '#src/machines/faults/faults.selectors.ts'
import { FAULT_KIND_TEXT, FAULTS } from '#src/texts/en/faults.ts'
import { useAppSelector, useServices } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/buttons.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { NumberField } from '../kit/number-field.tsx'
import page from '../kit/page.module.css'
import classes from './faults-panel.module.css'
import lab from './lab.module.css'

const SECOND_MS = 1000

type Range = { readonly min: number; readonly max: number }

const isIn = (value: number, { min, max }: Range): boolean => value >= min && value <= max

const wholeError = (value: number, range: Range): string | undefined =>
  Number.isInteger(value) && isIn(value, range)
    ? undefined
    : FAULTS.wholeRange({ min: String(range.min), max: String(range.max) })

/** Hundredths of a percent are what a field shows. */
const percentOf = (rate: number): number => Math.round(rate * 10_000) / 100

type Draft = {
  readonly settings: FaultSettings
  readonly change: (change: Partial<FaultSettings>) => void
}

const Kinds = ({ settings: { rates }, change }: Draft) => {
  const { faults } = useServices()
  const counts = useSyncExternalStore(faults.onChange, faults.counts)
  return (
    <table className={classes['table']} aria-label={FAULTS.kinds}>
      <thead>
        <tr>
          <th scope="col">{FAULTS.kind}</th>
          <th scope="col">{FAULTS.percent}</th>
          <th scope="col" className={classes['count']}>
            {FAULTS.happened}
          </th>
        </tr>
      </thead>
      <tbody>
        {FAULT_KINDS.map((kind) => {
          const { name, does } = FAULT_KIND_TEXT[kind]
          return (
            <tr key={kind}>
              <th scope="row">
                <b>{name}</b>
                <span>{does}</span>
              </th>
              <td className={classes['rate']}>
                <NumberField
                  isSmall
                  label={FAULTS.percentOf({ kind: name })}
                  value={percentOf(rates[kind])}
                  step={5}
                  error={
                    isIn(rates[kind], { min: 0, max: 1 }) ? undefined : FAULTS.range({ min: '0', max: '100' })
                  }
                  onNumber={(percent) => change({ rates: { ...rates, [kind]: percent / 100 } })}
                />
              </td>
              <td className={classes['count']} data-happened={counts[kind] > 0 || undefined}>
                {counts[kind]}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Fields = ({ settings, change }: Draft) => {
  const { faults } = useServices()
  const { seed, lateMs, clockSkewMs } = settings
  const skewRange = {
    min: FAULT_RANGES.clockSkewMs.min / SECOND_MS,
    max: FAULT_RANGES.clockSkewMs.max / SECOND_MS,
  }
  return (
    <>
      <div className={classes['seed']}>
        <NumberField
          label={FAULTS.seed}
          value={seed}
          step={1}
          error={wholeError(seed, FAULT_RANGES.seed)}
          onNumber={(value) => change({ seed: value })}
        />
        <Button variant="default" onClick={() => change({ seed: faults.newSeed() })}>
          {FAULTS.newSeed}
        </Button>
      </div>
      <Kinds settings={settings} change={change} />
      <div className={classes['fields']}>
        <NumberField
          label={FAULTS.lateMs}
          value={lateMs}
          step={500}
          error={wholeError(lateMs, FAULT_RANGES.lateMs)}
          onNumber={(value) => change({ lateMs: value })}
        />
        <div>
          <NumberField
            label={FAULTS.clockSkew}
            value={clockSkewMs / SECOND_MS}
            step={60}
            error={wholeError(clockSkewMs / SECOND_MS, skewRange)}
            onNumber={(value) => change({ clockSkewMs: value * SECOND_MS })}
          />
          <p className={classes['hint']}>{FAULTS.clockSkewHint}</p>
        </div>
      </div>
    </>
  )
}

const NO_RATES = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as FaultSettings['rates']

const Form = ({ faults: actor }: { faults: FaultsActor }) => {
  const { faults } = useServices()
  const isOn = useSelector(actor, selectIsOn)
  const last = useSelector(actor, selectSettings)
  const [settings, setSettings] = useState<FaultSettings>(
    () => last ?? { seed: faults.newSeed(), rates: NO_RATES, lateMs: 2 * SECOND_MS, clockSkewMs: 0 },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = event.currentTarget.querySelector<HTMLInputElement>('[aria-invalid=true]')
    if (wrong === null) actor.send({ type: 'faults.turnOn', settings })
    else wrong.focus()
  }
  return (
    <form className={classes['form']} noValidate onSubmit={submit}>
      <Fields settings={settings} change={(change) => setSettings((before) => ({ ...before, ...change }))} />
      <div className={classes['actions']}>
        <BusyButton type="submit" busy={useSelector(actor, selectIsBusy)}>
          {isOn ? FAULTS.startAnew : FAULTS.turnOn}
        </BusyButton>
        <Button variant="default" disabled={!isOn} onClick={() => actor.send({ type: 'faults.turnOff' })}>
          {FAULTS.turnOff}
        </Button>
      </div>
    </form>
  )
}

const Content = ({ faults }: { faults: FaultsActor }) => {
  const isReady = useSelector(faults, selectIsReady)
  if (useSelector(faults, selectIsUnavailable))
    return <EmptyState icon={IconBolt} title={FAULTS.notAvailable} text={FAULTS.notAvailableText} />
  return isReady ? <Form faults={faults} /> : null
}

/** The faults on demand in this tab's own traffic: what can happen, how often, by which seed, and what has happened. */
const FaultsPanel = () => {
  const faults = useAppSelector(selectFaults)
  return (
    <div className={classes['panel']}>
      <div className={page['page']}>
        <h1 className={lab['title']}>{FAULTS.title}</h1>
        <p className={classes['lead']}>{FAULTS.lead}</p>
        {faults === undefined ? null : <Content faults={faults} />}
      </div>
    </div>
  )
}

export default FaultsPanel
