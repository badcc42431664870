import { PasswordInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { MAX_TEXT_LENGTH } from '#contract/constants.ts'
import { selectPath, selectRecovery } from '#src/machines/app/app.selectors.ts'
import type { recoveryMachine } from '#src/machines/session/recovery.machine.ts'
import { selectFailure, selectIsBusy, selectReply } from '#src/machines/session/recovery.selectors.ts'
import { KIT, PASSWORD_RULE } from '#src/texts/en/kit.ts'
import { replyText } from '#src/texts/en/replies.ts'
import { RECOVERY } from '#src/texts/en/session.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { BusyButton, RouteLink } from '../kit/buttons.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import { newPasswordErrors, passwordLead } from '../kit/password.logic.ts'
import { TextField, tooLongText } from '../kit/text-field.tsx'
import classes from './login.module.css'
import { LoginFrame } from './login-frame.tsx'

const FIELD = { label: classes['label'] ?? '', input: classes['input'] ?? '' }
const SECRET_FIELD = { ...FIELD, innerInput: classes['inner'] ?? '' }

type RecoveryActor = ActorRefFrom<typeof recoveryMachine>

const RecoveryForm = ({
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
  const confirmation = useSelector(recovery, selectReply)
  const busy = useSelector(recovery, selectIsBusy)
  const failure = useSelector(recovery, selectFailure)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onSubmit(event.currentTarget)
  }
  return (
    <form className={classes['form']} noValidate onSubmit={send}>
      <h1 className={classes['title']}>{title}</h1>
      {confirmation === '' ? (
        <>
          <p className={classes['lead']}>{lead}</p>
          <FailureNote failure={failure} away={KIT.serverAway} />
          {children}
          <BusyButton type="submit" h={44} radius={10} busy={busy}>
            {submit}
          </BusyButton>
        </>
      ) : (
        <p className={classes['note']} role="status">
          <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          {replyText(confirmation)}
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
    <RecoveryForm
      title={RECOVERY.forgotTitle}
      lead={RECOVERY.forgotLead}
      submit={RECOVERY.send}
      recovery={recovery}
      onSubmit={(form) => {
        setMissing(account.trim() === '')
        if (account.trim() === '') form.querySelector('input')?.focus()
        else if (tooLongText(account, MAX_TEXT_LENGTH.account) === null)
          recovery.send({ type: 'recovery.linkRequested', account: account.trim() })
      }}
    >
      <TextField
        classNames={FIELD}
        label={RECOVERY.account}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        most={MAX_TEXT_LENGTH.account}
        value={account}
        error={isMissing ? RECOVERY.accountMissing : null}
        onChange={(event) => setAccount(event.currentTarget.value)}
      />
    </RecoveryForm>
  )
}

const ResetForm = ({ recovery }: { recovery: RecoveryActor }) => {
  const [fields, setFields] = useState({ next: '', again: '' })
  const [isChecked, setChecked] = useState(false)
  const errors = newPasswordErrors(fields)
  return (
    <RecoveryForm
      title={RECOVERY.resetTitle}
      lead={passwordLead()}
      submit={RECOVERY.save}
      recovery={recovery}
      onSubmit={(form) => {
        setChecked(true)
        const wrong = errors.next !== null ? 'next' : errors.again !== null ? 'again' : null
        if (wrong === null) recovery.send({ type: 'recovery.passwordChosen', newPassword: fields.next })
        else form.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
      }}
    >
      {(['next', 'again'] as const).map((name) => (
        <PasswordInput
          key={name}
          classNames={SECRET_FIELD}
          label={PASSWORD_RULE[name]}
          name={name}
          autoComplete="new-password"
          autoFocus={name === 'next'}
          value={fields[name]}
          error={isChecked ? errors[name] : null}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': `${KIT.showPassword}: ${PASSWORD_RULE[name]}` }}
          onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, [name]: value }))}
        />
      ))}
    </RecoveryForm>
  )
}

const Forms = ({ recovery, path }: { recovery: RecoveryActor; path: string }) => {
  useEffect(() => recovery.send({ type: 'recovery.opened' }), [recovery])
  return path === '/reset-password' ? <ResetForm recovery={recovery} /> : <ForgotForm recovery={recovery} />
}

/** The two pages for a forgotten password: requesting a link, and choosing a new password with it (SHL-02, OPEN-03). */
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
