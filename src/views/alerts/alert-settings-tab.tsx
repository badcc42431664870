import { NativeSelect, Switch } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import {
  ALERT_GROUPS,
  ALERT_SETTINGS,
  type AlertChoice,
  type AlertGroup,
  type AlertSetting,
  type AlertSettingId,
} from '#contract/records/alert-settings.ts'
import type { AlertSettingsActor } from '#src/machines/alerts/alert-form.machine.ts'
import { selectChanges, selectSaved } from '#src/machines/alerts/alert-form.selectors.ts'
import type { BackTestActor } from '#src/machines/alerts/back-test.machine.ts'
import { ALERT_GROUP, ALERT_SETTINGS_TEXT, alertSettingText } from '#src/texts/en/alert-settings.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import tab from '../kit/tab-content.module.css'
import { thresholdText } from '../kit/threshold-text.ts'
import { AlertForm } from './alert-form.tsx'
import classes from './alert-settings.module.css'
import { BackTestNote } from './back-test-note.tsx'

type Setting = AlertSetting & { readonly id: AlertSettingId }

const Row = ({
  setting: { id, type, valueIn, options },
  form,
  backTest,
}: {
  setting: Setting
  form: AlertSettingsActor
  backTest: BackTestActor
}) => {
  const textId = useId()
  const saved = useSelector(form, selectSaved<AlertChoice>)?.[id]
  const change = useSelector(form, selectChanges<AlertChoice>)[id]
  const choice = change ?? saved ?? { selected: false, value: null }
  const title = ALERTS[type]
  const { label, description } = alertSettingText(id)
  const requestBackTest = () => backTest.send({ type: 'backTest.requested', setting: id })
  const choose = (part: Partial<AlertChoice>) => {
    form.send({ type: 'alertForm.changed', field: id, value: { ...choice, ...part } })
    requestBackTest()
  }
  return (
    <li className={classes['setting']} data-changed={change !== undefined || undefined}>
      <Switch
        name={id}
        label={title}
        aria-describedby={textId}
        checked={choice.selected}
        onChange={({ currentTarget: { checked } }) => choose({ selected: checked })}
      />
      <div className={classes['condition']} data-off={!choice.selected || undefined}>
        <span id={textId}>{label}</span>
        {valueIn === null ? null : (
          <NativeSelect
            name={`${id}.value`}
            aria-label={ALERT_SETTINGS_TEXT.threshold({ title, label })}
            disabled={!choice.selected}
            value={String(choice.value)}
            data={options.map((value) => ({ value: String(value), label: thresholdText(valueIn, value) }))}
            onFocus={requestBackTest}
            onChange={({ currentTarget: { value } }) => choose({ value: Number(value) })}
          />
        )}
        <small>{description}</small>
      </div>
      <BackTestNote
        backTest={backTest}
        id={id}
        unit={valueIn}
        title={title}
        thresholds={{ chosen: choice.value, saved: saved?.value ?? null }}
      />
    </li>
  )
}

const Group = ({
  group,
  form,
  backTest,
}: {
  group: AlertGroup
  form: AlertSettingsActor
  backTest: BackTestActor
}) => (
  <section className={classes['group']} aria-labelledby={`alerts-${group}`}>
    <h3 id={`alerts-${group}`}>{ALERT_GROUP[group]}</h3>
    <ul className={tab['rows']}>
      {ALERT_SETTINGS.filter((setting) => setting.group === group).map((setting) => (
        <Row key={setting.id} setting={setting} form={form} backTest={backTest} />
      ))}
    </ul>
  </section>
)

/** The twelve alert settings in their groups, with what other thresholds would have raised (ALR-03 to ALR-11, ADM-10). */
const AlertSettingsTab = ({ form, backTest }: { form: AlertSettingsActor; backTest: BackTestActor }) => (
  <>
    <h2 className={tab['heading']}>{ALERT_SETTINGS_TEXT.title}</h2>
    <p className={tab['lead']}>{ALERT_SETTINGS_TEXT.lead}</p>
    <AlertForm form={form}>
      {ALERT_GROUPS.map((group) => (
        <Group key={group} group={group} form={form} backTest={backTest} />
      ))}
    </AlertForm>
  </>
)

export default AlertSettingsTab
