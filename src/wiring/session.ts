import { fromPromise } from 'xstate'
import { recoveryMachine } from '#src/machines/session/recovery.machine.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import type {
  Credentials,
  EndReason,
  IdentityReturn,
  LogInResult,
  RefreshResult,
  SessionInfo,
} from '#src/machines/session/session.ports.ts'
import type { LazyModule } from '#src/services/kit/lazy-module.ts'
import type { wireMember } from './member.ts'
import { notifyAction, type Page, type Services } from './services.ts'

/** The code of logged-in users, loaded during the login. */
export type Member = LazyModule<ReturnType<typeof wireMember>>

/** Wires the session; `savedLocation` is the address that a guest opened before the login (SHL-14). */
export const wireSession = (
  { session, identityLogin, earlyList }: Services,
  page: Page,
  savedLocation: () => string | null,
  member: Member,
) =>
  sessionMachine.provide({
    actors: {
      readStoredSession: fromPromise<SessionInfo | null, undefined>(async () => {
        const stored = session.restore()
        if (stored !== null) await member.load()
        return stored
      }),
      logIn: fromPromise<LogInResult, Credentials>(async ({ input, signal }) => {
        await member.load()
        return session.logIn(input, signal)
      }),
      refreshGrant: fromPromise<RefreshResult, undefined>(({ signal }) => session.refresh(signal)),
      goToIdentity: fromPromise<void, undefined>(() => identityLogin.go(savedLocation())),
      finishIdentityLogIn: fromPromise<IdentityReturn, undefined>(async ({ signal }) => {
        await member.load()
        return identityLogin.finish(signal)
      }),
      forget: fromPromise<void, { why: EndReason }>(async ({ input: { why }, signal }) => {
        const logOutAtProvider = why === 'requested' ? identityLogin.logOutAtProvider() : null
        earlyList.forget()
        await session.forget(why, signal)
        // The next user must not see these vehicles and trips while new ones load.
        member.loaded()?.forget()
        await logOutAtProvider?.()
      }),
    },
    actions: { notify: notifyAction(page) },
  })

/** Wires the recovery of a forgotten password. */
export const wireRecovery = ({ recovery }: Services) =>
  recoveryMachine.provide({
    actors: {
      requestLink: fromPromise<string, { account: string }>(({ input, signal }) =>
        recovery.forgot(input.account, signal),
      ),
      setPassword: fromPromise<string, { newPassword: string }>(({ input, signal }) =>
        recovery.reset(input.newPassword, signal),
      ),
    },
  })
