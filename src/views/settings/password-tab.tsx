import { PasswordInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { Failure } from '#src/machines/kit/failure.ts'
import {
  selectIsSaving,
  selectPasswordChanges,
  selectPasswordFailure,
} from '#src/machines/settings/settings.selectors.ts'
import { KIT, PASSWORD_RULE } from '#src/texts/en/kit.ts'
import { PASSWORD_TEXT } from '#src/texts/en/settings.ts'
import { BusyButton } from '../kit/buttons.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import { type PasswordFields, passwordErrors, passwordLead } from '../kit/password.logic.ts'
import tab from '../kit/tab-content.module.css'
import type { SettingsActor } from './settings-screen.tsx'

const EMPTY: PasswordFields = { current: '', next: '', again: '' }
const NAMES = ['current', 'next', 'again'] as const
const labelOf = (field: keyof PasswordFields): string =>
  field === 'current' ? PASSWORD_TEXT.current : PASSWORD_RULE[field]

const Form = ({
  busy,
  failure,
  onSubmit,
}: {
  busy: boolean
  failure: Failure | null
  onSubmit: (fields: PasswordFields) => void
}) => {
  const [fields, setFields] = useState(EMPTY)
  const [isChecked, setChecked] = useState(false)
  const errors = passwordErrors(fields)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    const wrong = NAMES.find((name) => errors[name] !== null)
    if (wrong === undefined) onSubmit(fields)
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
  }
  return (
    <form className={tab['form']} noValidate onSubmit={submit}>
      <FailureNote failure={failure} away={KIT.serverAway} />
      {NAMES.map((name) => (
        <PasswordInput
          key={name}
          name={name}
          label={labelOf(name)}
          autoComplete={name === 'current' ? 'current-password' : 'new-password'}
          value={fields[name]}
          error={isChecked ? errors[name] : null}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': `${KIT.showPassword}: ${labelOf(name)}` }}
          onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <BusyButton type="submit" busy={busy} className={tab['submit'] ?? ''}>
        {PASSWORD_TEXT.submit}
      </BusyButton>
    </form>
  )
}

/** The form that changes the password (ADM-12). */
export const PasswordTab = ({ settings }: { settings: SettingsActor }) => (
  <>
    <h2 className={tab['heading']}>{PASSWORD_TEXT.title}</h2>
    <p className={tab['lead']}>{passwordLead()}</p>
    <Form
      key={useSelector(settings, selectPasswordChanges)}
      busy={useSelector(settings, selectIsSaving)}
      failure={useSelector(settings, selectPasswordFailure)}
      onSubmit={({ current, next }) =>
        settings.send({ type: 'password.submitted', currentPassword: current, newPassword: next })
      }
    />
  </>
)
