import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { TEXTS } from '#contract/texts.ts'
import { selectSession } from '#src/machines/app/app.selectors.ts'
import type { LogInFailure, sessionMachine } from '#src/machines/session/session.machine.ts'
import { selectIsLoggingIn, selectLogInFailure } from '#src/machines/session/session.selectors.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { LOGIN } from './login.text.ts'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'

const sentence = (failure: LogInFailure | null): string | null => {
  if (failure === null) return null
  if ('text' in failure) return TEXTS[failure.text]
  if (failure.failure.kind === 'away') return LOGIN.away
  return failure.failure.message === '' ? LOGIN.failed : failure.failure.message
}

type SessionActor = ActorRefFrom<typeof sessionMachine>

const ConnectedForm = ({ session }: { session: SessionActor }) => (
  <LoginForm
    failure={sentence(useSelector(session, selectLogInFailure))}
    busy={useSelector(session, selectIsLoggingIn)}
    onSubmit={(userName, password) => session.send({ type: 'session.logIn', userName, password })}
  />
)

/** The way in (SHL-01). */
export const LoginScreen = () => {
  const session = useAppSelector(selectSession)
  return <LoginFrame>{session === undefined ? null : <ConnectedForm session={session} />}</LoginFrame>
}
