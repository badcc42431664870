import { PasswordInput, TextInput } from '@mantine/core'
import { IconArrowBigUpLine } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { selectOffersIdentity, selectSession } from '#src/machines/app/app.selectors.ts'
import type { SessionActor } from '#src/machines/session/session.machine.ts'
import {
  selectIsLeaving,
  selectIsLoggingIn,
  selectLogInFailure,
} from '#src/machines/session/session.selectors.ts'
import type { LogInFailure } from '#src/machines/session/session.setup.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { LOGIN } from '#src/texts/en/session.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { BusyButton, RouteLink } from '../kit/buttons.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import { failureText } from '../kit/failure-text.ts'
import classes from './login.module.css'
import { LoginFrame } from './login-frame.tsx'

const FIELD = { label: classes['label'] ?? '', input: classes['input'] ?? '' }

/** The form with user name and password; errors show at the fields. */
export const LoginForm = ({
  failure,
  busy,
  onSubmit,
  children,
}: {
  failure: string | null
  busy: boolean
  onSubmit: (userName: string, password: string) => void
  /** An alternative login, below the form. */
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
      {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
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
        visibilityToggleButtonProps={{ 'aria-label': KIT.showPassword }}
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

/** Login through an identity provider (SES-61). */
export const AlternativeLogin = ({ busy, onPress }: { busy: boolean; onPress: () => void }) => (
  <>
    <div className={classes['or']}>{LOGIN.or}</div>
    <BusyButton variant="default" h={44} radius={10} busy={busy} onClick={onPress}>
      {LOGIN.singleSignOn}
    </BusyButton>
  </>
)

const sentence = (failure: LogInFailure | null): string | null => {
  if (failure === null) return null
  if ('text' in failure) return TEXTS[failure.text]
  if ('identity' in failure) return LOGIN.identity[failure.identity]
  return failureText(failure.failure, failure.failure.kind === 'away' ? KIT.serverAway : LOGIN.failed)
}

const ConnectedForm = ({ session }: { session: SessionActor }) => {
  const isLeaving = useSelector(session, selectIsLeaving)
  const offersIdentity = useAppSelector(selectOffersIdentity)
  return (
    <LoginForm
      failure={sentence(useSelector(session, selectLogInFailure))}
      busy={useSelector(session, selectIsLoggingIn)}
      onSubmit={(userName, password) => session.send({ type: 'session.logIn', userName, password })}
    >
      {offersIdentity ? (
        <AlternativeLogin busy={isLeaving} onPress={() => session.send({ type: 'session.identityChosen' })} />
      ) : null}
    </LoginForm>
  )
}

/** The login screen: by password and, where configured, by identity provider (SHL-01, SES-61). */
export const LoginScreen = () => {
  const session = useAppSelector(selectSession)
  return <LoginFrame>{session === undefined ? null : <ConnectedForm session={session} />}</LoginFrame>
}
