import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { TEXTS } from '#contract/texts.ts'
import { selectOffersIdentity, selectSession } from '#src/machines/app/app.selectors.ts'
import type { sessionMachine } from '#src/machines/session/session.machine.ts'
import {
  selectIsLeaving,
  selectIsLoggingIn,
  selectLogInFailure,
} from '#src/machines/session/session.selectors.ts'
import type { LogInFailure } from '#src/machines/session/session.setup.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { LOGIN } from './login.text.ts'
import { LoginForm } from './login-form.tsx'
import { LoginFrame } from './login-frame.tsx'
import { OtherWay } from './other-way.tsx'

const sentence = (failure: LogInFailure | null): string | null => {
  if (failure === null) return null
  if ('text' in failure) return TEXTS[failure.text]
  if ('identity' in failure) return LOGIN.identity[failure.identity]
  if (failure.failure.kind === 'away') return LOGIN.away
  return failure.failure.message === '' ? LOGIN.failed : failure.failure.message
}

type SessionActor = ActorRefFrom<typeof sessionMachine>

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
        <OtherWay busy={isLeaving} onPress={() => session.send({ type: 'session.identityChosen' })} />
      ) : null}
    </LoginForm>
  )
}

/** The way in, by one or two ways (SHL-01, SES-61). */
export const LoginScreen = () => {
  const session = useAppSelector(selectSession)
  return <LoginFrame>{session === undefined ? null : <ConnectedForm session={session} />}</LoginFrame>
}
