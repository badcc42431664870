import { Switch } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { PREFERENCE_PAIRS } from '#contract/records/alert-settings.ts'
import type { AlertPreferencesActor } from '#src/machines/alerts/alert-form.machine.ts'
import { selectChanges, selectSaved } from '#src/machines/alerts/alert-form.selectors.ts'
import type { profileMachine } from '#src/machines/profile/profile.machine.ts'
import { selectResponse } from '#src/machines/request/request.selectors.ts'
import { ALERT_PREFERENCES_TEXT, PREFERENCE } from '#src/texts/en/alert-settings.ts'
import tab from '../kit/tab-content.module.css'
import { AlertForm } from './alert-form.tsx'
import classes from './alert-settings.module.css'

const CHANNELS = ['email', 'sms'] as const

/** A flag that is off and has no address to send to stays off. */
const Flag = ({
  form,
  name,
  label,
  hasAddress,
}: {
  form: AlertPreferencesActor
  name: string
  label: string
  hasAddress: boolean
}) => {
  const saved = useSelector(form, selectSaved<boolean>)?.[name] ?? false
  const isOn = useSelector(form, selectChanges<boolean>)[name] ?? saved
  return (
    <Switch
      name={name}
      aria-label={label}
      checked={isOn}
      disabled={!hasAddress && !isOn}
      onChange={({ currentTarget: { checked } }) =>
        form.send({ type: 'alertForm.changed', field: name, value: checked })
      }
    />
  )
}

type Contact = ActorRefFrom<typeof profileMachine>

const Pairs = ({
  form,
  hasAddress,
}: {
  form: AlertPreferencesActor
  hasAddress: Readonly<Record<(typeof CHANNELS)[number], boolean>>
}) => (
  <table className={classes['pairs']}>
    <thead>
      <tr>
        <th scope="col">{ALERT_PREFERENCES_TEXT.alert}</th>
        {CHANNELS.map((channel) => (
          <th key={channel} scope="col">
            {ALERT_PREFERENCES_TEXT[channel]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {PREFERENCE_PAIRS.map((pair) => (
        <tr key={pair.email}>
          <th scope="row">
            {PREFERENCE[pair.email]}
            {pair.types.length === 0 ? <small>{ALERT_PREFERENCES_TEXT.noAlert}</small> : null}
          </th>
          {CHANNELS.map((channel) => (
            <td key={channel}>
              <Flag
                form={form}
                name={pair[channel]}
                hasAddress={hasAddress[channel]}
                label={ALERT_PREFERENCES_TEXT.field({
                  alert: PREFERENCE[pair.email],
                  channel: ALERT_PREFERENCES_TEXT[channel],
                })}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Says where nothing can be sent to (ADM-09). */
const MissingAddresses = ({ contact }: { contact: Contact }) => {
  const record = useSelector(contact, selectResponse)
  if (record === null) return null
  const notes = [
    ...(record.emailId === '' ? [ALERT_PREFERENCES_TEXT.noEmail] : []),
    ...(record.mobileNumber === '' ? [ALERT_PREFERENCES_TEXT.noMobile] : []),
  ]
  return notes.map((note) => (
    <p key={note} role="note" className={classes['missing']}>
      <IconInfoCircle size={18} stroke={1.75} aria-hidden />
      {note}
    </p>
  ))
}

/** Until the user's record is known, every flag can be switched; the server refuses an SMS without a number. */
const ConnectedPairs = ({ form, contact }: { form: AlertPreferencesActor; contact: Contact }) => {
  const record = useSelector(contact, selectResponse)
  return <Pairs form={form} hasAddress={{ email: true, sms: record?.mobileNumber !== '' }} />
}

/** The nine pairs of notification preferences (ALR-12, CONFLICT-28). */
const AlertPreferencesTab = ({ form, contact }: { form: AlertPreferencesActor; contact: Contact }) => (
  <>
    <h2 className={tab['heading']}>{ALERT_PREFERENCES_TEXT.title}</h2>
    <p className={tab['lead']}>{ALERT_PREFERENCES_TEXT.lead}</p>
    <MissingAddresses contact={contact} />
    <AlertForm form={form}>
      <ConnectedPairs form={form} contact={contact} />
    </AlertForm>
  </>
)

export default AlertPreferencesTab
