import { PasswordInput, TextInput } from '@mantine/core'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { selectPath, selectRecovery } from '#src/machines/app/app.selectors.ts'
import type { recoveryMachine } from '#src/machines/recovery/recovery.machine.ts'
import { selectFailure, selectIsBusy, selectSaid } from '#src/machines/recovery/recovery.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/busy-button.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import { newPasswordFaults } from './login.logic.ts'
import classes from './login.module.css'
import { LOGIN, RECOVERY } from './login.text.ts'
import { LoginFrame } from './login-frame.tsx'

const FIELD = { label: classes['label'] ?? '', input: classes['input'] ?? '' }
const SECRET_FIELD = { ...FIELD, innerInput: classes['inner'] ?? '' }

type RecoveryActor = ActorRefFrom<typeof recoveryMachine>

const Failed = ({ recovery }: { recovery: RecoveryActor }) => {
  const failure = useSelector(recovery, selectFailure)
  if (failure === null) return null
  return (
    <div className={classes['failure']} role="alert">
      <IconExclamationCircle size={20} stroke={1.75} aria-hidden />
      {failure.kind === 'away' || failure.message === '' ? LOGIN.away : failure.message}
    </div>
  )
}

const Shape = ({
  title,
  lead,
  submit,
  recovery,
  onSubmit,
  children,
}: {
  title: string
  lead: string
  submit: string
  recovery: RecoveryActor
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}) => {
  const said = useSelector(recovery, selectSaid)
  const busy = useSelector(recovery, selectIsBusy)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit(event.currentTarget)
  }
  return (
    <form className={classes['form']} noValidate onSubmit={send}>
      <h1 className={classes['title']}>{title}</h1>
      {said === '' ? (
        <>
          <p className={classes['lead']}>{lead}</p>
          <Failed recovery={recovery} />
          {children}
          <BusyButton type="submit" h={44} radius={10} busy={busy}>
            {submit}
          </BusyButton>
        </>
      ) : (
        <p className={classes['note']} role="status">
          <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          {said}
        </p>
      )}
      <RouteLink className={classes['back']} to="/">
        {RECOVERY.back}
      </RouteLink>
    </form>
  )
}

const ForgotForm = ({ recovery }: { recovery: RecoveryActor }) => {
  const [account, setAccount] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <Shape
      title={RECOVERY.forgotTitle}
      lead={RECOVERY.forgotLead}
      submit={RECOVERY.send}
      recovery={recovery}
      onSubmit={(form) => {
        setMissing(account.trim() === '')
        if (account.trim() === '') form.querySelector('input')?.focus()
        else recovery.send({ type: 'recovery.asked', account: account.trim() })
      }}
    >
      <TextInput
        classNames={FIELD}
        label={RECOVERY.account}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={200}
        value={account}
        error={isMissing ? RECOVERY.accountMissing : null}
        onChange={(event) => setAccount(event.currentTarget.value)}
      />
    </Shape>
  )
}

const ResetForm = ({ recovery }: { recovery: RecoveryActor }) => {
  const [fields, setFields] = useState({ next: '', again: '' })
  const [isChecked, setChecked] = useState(false)
  const faults = newPasswordFaults(fields)
  return (
    <Shape
      title={RECOVERY.resetTitle}
      lead={RECOVERY.resetLead}
      submit={RECOVERY.save}
      recovery={recovery}
      onSubmit={(form) => {
        setChecked(true)
        const wrong = faults.next !== null ? 'next' : faults.again !== null ? 'again' : null
        if (wrong === null) recovery.send({ type: 'recovery.chosen', newPassword: fields.next })
        else form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
      }}
    >
      {(['next', 'again'] as const).map((name) => (
        <PasswordInput
          key={name}
          classNames={SECRET_FIELD}
          label={RECOVERY[name]}
          name={name}
          autoComplete="new-password"
          autoFocus={name === 'next'}
          maxLength={1000}
          value={fields[name]}
          error={isChecked ? faults[name] : null}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': `${LOGIN.showPassword}: ${RECOVERY[name]}` }}
          onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, [name]: value }))}
        />
      ))}
    </Shape>
  )
}

const Forms = ({ recovery, path }: { recovery: RecoveryActor; path: string }) => {
  useEffect(() => recovery.send({ type: 'recovery.opened' }), [recovery])
  return path === '/reset-password' ? <ResetForm recovery={recovery} /> : <ForgotForm recovery={recovery} />
}

/** The two pages of a forgotten password: asking for a link, and choosing a new one by it (SHL-02, OPEN-03). */
const RecoveryScreen = () => {
  const recovery = useAppSelector(selectRecovery)
  const path = useAppSelector(selectPath)
  return (
    <LoginFrame>
      {recovery === undefined ? null : <Forms key={path} recovery={recovery} path={path} />}
    </LoginFrame>
  )
}
export default RecoveryScreen
