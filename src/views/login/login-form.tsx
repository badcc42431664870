import { PasswordInput, TextInput } from '@mantine/core'
import { IconArrowBigUpLine, IconExclamationCircle } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { BusyButton } from '../kit/busy-button.tsx'
import { RouteLink } from '../kit/route-link.tsx'
import classes from './login.module.css'
import { LOGIN } from './login.text.ts'

const FIELD = { label: classes['label'] ?? '', input: classes['input'] ?? '' }

/** User name and password. Says in place what is missing or was refused. */
export const LoginForm = ({
  failure,
  busy,
  onSubmit,
  children,
}: {
  failure: string | null
  busy: boolean
  onSubmit: (userName: string, password: string) => void
  /** What stands below: another way in. */
  children?: ReactNode
}) => {
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'userName' | 'password' | null>(null)
  const [capsLock, setCapsLock] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const lacks = userName.trim() === '' ? 'userName' : password === '' ? 'password' : null
    setMissing(lacks)
    if (lacks === null) onSubmit(userName.trim(), password)
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${lacks}]`)?.focus()
  }

  return (
    <form className={classes['form']} noValidate onSubmit={submit}>
      <h1 className={classes['title']}>{LOGIN.title}</h1>
      <p className={classes['lead']}>{LOGIN.lead}</p>
      {failure === null ? null : (
        <div className={classes['failure']} role="alert">
          <IconExclamationCircle size={20} stroke={1.75} aria-hidden />
          {failure}
        </div>
      )}
      <TextInput
        classNames={FIELD}
        label={LOGIN.userName}
        name="userName"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={userName}
        error={missing === 'userName' ? LOGIN.userNameMissing : null}
        onChange={(event) => setUserName(event.currentTarget.value)}
      />
      <PasswordInput
        classNames={{ ...FIELD, innerInput: classes['inner'] ?? '' }}
        label={LOGIN.password}
        name="password"
        autoComplete="current-password"
        value={password}
        error={missing === 'password' ? LOGIN.passwordMissing : null}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': LOGIN.showPassword }}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
        onBlur={() => setCapsLock(false)}
      />
      {capsLock ? (
        <p className={classes['note']} role="status">
          <IconArrowBigUpLine size={18} stroke={1.75} aria-hidden />
          {LOGIN.capsLock}
        </p>
      ) : null}
      <RouteLink className={classes['forgot']} to="/forgot-password">
        {LOGIN.forgot}
      </RouteLink>
      <BusyButton type="submit" h={44} radius={10} busy={busy}>
        {LOGIN.submit}
      </BusyButton>
      {children}
    </form>
  )
}
