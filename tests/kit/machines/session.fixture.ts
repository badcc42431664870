import { createActor } from 'xstate'
import type { SessionUser } from '#contract/records/session.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import type {
  Credentials,
  EndReason,
  IdentityReturn,
  LogInResult,
  RefreshResult,
  SessionInfo,
} from '#src/machines/session/session.ports.ts'
import type { SessionInput } from '#src/machines/session/session.setup.ts'
import { controlledPromise, recordedAction, simulatedClock } from './controlled-ports.ts'

/** When it begins, ms UTC. */
export const NOW = Date.UTC(2026, 10, 20, 5, 15)

/** An hour in seconds. */
export const HOUR_S = 3600

/** The logged-in user. */
export const user: SessionUser = {
  id: 7,
  roles: ['MANAGER'],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
  timeZone: DEFAULT_TIME_ZONE,
}

/** The stored values of a session that has an hour to live. */
export const sessionInfo: SessionInfo = { user, expiresOn: NOW / 1000 + HOUR_S, now: NOW }

/** A refresh that succeeded at a time. */
export const renewed = (now: number): RefreshResult => ({
  kind: 'refreshed',
  expiresOn: now / 1000 + HOUR_S,
  now,
})

/** The session's machine, its ports answered by the test. */
export const createSessionFixture = (notify: (args: unknown, notice: Notice) => void) => {
  const stored = controlledPromise<SessionInfo | null>()
  const logIn = controlledPromise<LogInResult, Credentials>()
  const refresh = controlledPromise<RefreshResult>()
  const forget = controlledPromise<void, { why: EndReason }>()
  const leave = controlledPromise<void>()
  const finish = controlledPromise<IdentityReturn>()
  const machine = sessionMachine.provide({
    actors: {
      readStoredSession: stored.logic,
      logIn: logIn.logic,
      goToIdentity: leave.logic,
      finishIdentityLogIn: finish.logic,
      refreshGrant: refresh.logic,
      forget: forget.logic,
    },
    actions: { notify },
  })
  return { machine, ports: { stored, logIn, leave, finish, refresh, forget } }
}

/** A session that looks for a stored one, its ports answered by the test. */
export const startSession = (input?: SessionInput) => {
  const notices = recordedAction<Notice>()
  const clock = simulatedClock()
  const { machine, ports } = createSessionFixture(notices.act)
  const session = createActor(machine, { clock, input })
  session.start()
  return { session, ...ports, notices, clock, value: () => session.getSnapshot().value }
}

/** One that found a stored session. */
export const startSignedIn = async () => {
  const fixture = startSession()
  await fixture.stored.latest().resolve(sessionInfo)
  return fixture
}
