import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { SessionUser } from '#contract/records/session.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import {
  type EndReason,
  type IdentityReturn,
  type LogInResult,
  nextRefreshInMs,
  type RefreshResult,
  refreshDueInMs,
  refreshRetryMs,
  type SessionFacts,
} from '#src/machines/session/session.logic.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import {
  selectHoldsCalls,
  selectIsLeaving,
  selectIsReconnecting,
  selectIsSignedIn,
  selectLogInFailure,
  selectUser,
} from '#src/machines/session/session.selectors.ts'
import type { SessionInput } from '#src/machines/session/session.setup.ts'
import { actionByHand, clockByHand, promiseByHand, settled } from '#tests/kit/machine-ports.ts'

const NOW = Date.UTC(2026, 10, 20, 5, 15)
const HOUR_S = 3600
const user: SessionUser = {
  id: 7,
  roles: ['MANAGER'],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
}
const facts: SessionFacts = { user, expiresOn: NOW / 1000 + HOUR_S, now: NOW }
const renewed = (now: number): RefreshResult => ({ kind: 'refreshed', expiresOn: now / 1000 + HOUR_S, now })

const startSession = (input?: SessionInput) => {
  const stored = promiseByHand<SessionFacts | null>()
  const logIn = promiseByHand<LogInResult, { userName: string; password: string }>()
  const refresh = promiseByHand<RefreshResult>()
  const forget = promiseByHand<void, { why: EndReason }>()
  const leave = promiseByHand<void>()
  const finish = promiseByHand<IdentityReturn>()
  const notices = actionByHand<Notice>()
  const clock = clockByHand()
  const session = createActor(
    sessionMachine.provide({
      actors: {
        readStoredSession: stored.logic,
        logIn: logIn.logic,
        goToIdentity: leave.logic,
        finishIdentityLogIn: finish.logic,
        refreshGrant: refresh.logic,
        forget: forget.logic,
      },
      actions: { notify: notices.act },
    }),
    { clock, input },
  )
  session.start()
  return {
    session,
    stored,
    logIn,
    leave,
    finish,
    refresh,
    forget,
    notices,
    clock,
    value: () => session.getSnapshot().value,
  }
}

const startSignedIn = async () => {
  const kit = startSession()
  await kit.stored.latest().resolve(facts)
  return kit
}

test('a stored session is restored without a login', async () => {
  const { session, value } = await startSignedIn()
  expect(value()).toEqual({ signedIn: 'fresh' })
  expect(selectUser(session.getSnapshot())).toEqual(user)
})

test('without a stored session, and with one that cannot be read, somebody must log in', async () => {
  const empty = startSession()
  await empty.stored.latest().resolve(null)
  expect(empty.value()).toEqual({ signedOut: 'idle' })
  const broken = startSession()
  await broken.stored.latest().reject(new Error('garbage'))
  expect(broken.value()).toEqual({ signedOut: 'idle' })
})

describe('logging in', () => {
  const atLogin = async () => {
    const kit = startSession()
    await kit.stored.latest().resolve(null)
    kit.session.send({ type: 'session.logIn', userName: 'manager', password: 'roadbook' })
    return kit
  }

  test('SES-13 accepted credentials begin a session', async () => {
    const { session, logIn, value } = await atLogin()
    expect(logIn.latest().input).toEqual({ userName: 'manager', password: 'roadbook' })
    await logIn.latest().resolve({ kind: 'accepted', ...facts })
    expect(value()).toEqual({ signedIn: 'fresh' })
    expect(session.getSnapshot().context).toMatchObject({ user, expiresOn: facts.expiresOn, failure: null })
  })

  test("SES-26 wrong credentials show 'Enter Valid Credentials' at the form and end nothing", async () => {
    const { session, logIn, notices, value } = await atLogin()
    await logIn.latest().resolve({ kind: 'refused' })
    expect(value()).toEqual({ signedOut: 'idle' })
    expect(selectLogInFailure(session.getSnapshot())).toEqual({ text: 'enterValidCredentials' })
    expect(notices.done).toEqual([])
  })

  test('a server that is away is told as such, and the next try starts clean', async () => {
    const { session, logIn } = await atLogin()
    await logIn.latest().reject(Object.assign(new Error('not reached'), { name: 'NetworkFailure' }))
    expect(selectLogInFailure(session.getSnapshot())).toEqual({
      failure: { kind: 'away', message: 'not reached', retryAfterMs: null },
    })
    session.send({ type: 'session.logIn', userName: 'manager', password: 'roadbook' })
    expect(selectLogInFailure(session.getSnapshot())).toBeNull()
  })
})

describe('SES-61 logging in by an identity provider', () => {
  test('SES-61 the page is left; where that fails the reason is told', async () => {
    const { session, stored, leave, value } = startSession()
    await stored.latest().resolve(null)
    session.send({ type: 'session.identityChosen' })
    expect(selectIsLeaving(session.getSnapshot())).toBe(true)
    await leave.latest().reject(new Error('needs https'))
    expect(value()).toEqual({ signedOut: 'idle' })
    expect(selectLogInFailure(session.getSnapshot())).toMatchObject({ failure: { message: 'needs https' } })
  })

  test('a page that was not left after all can be used again', async () => {
    const { session, stored, clock, value } = startSession()
    await stored.latest().resolve(null)
    session.send({ type: 'session.identityChosen' })
    clock.increment(10_000)
    expect(value()).toEqual({ signedOut: 'idle' })
  })

  test('SES-61 a return is finished before a stored session is looked at, and begins one', async () => {
    const { session, stored, finish, value } = startSession({ isReturning: true })
    expect(stored.calls).toHaveLength(0)
    await finish.latest().resolve({ kind: 'accepted', ...facts })
    expect(value()).toEqual({ signedIn: 'fresh' })
    expect(selectUser(session.getSnapshot())).toEqual(user)
  })

  test.each(['denied', 'mismatch', 'expired', 'failed'] as const)(
    'a return that was %s is told at the form',
    async (why) => {
      const { session, stored, finish, value } = startSession({ isReturning: true })
      await finish.latest().resolve({ kind: 'failed', why })
      await stored.latest().resolve(null)
      expect(value()).toEqual({ signedOut: 'idle' })
      expect(selectLogInFailure(session.getSnapshot())).toEqual({ identity: why })
    },
  )

  test('a session that was there before goes on after a return that failed', async () => {
    const { session, stored, finish, value } = startSession({ isReturning: true })
    await finish.latest().reject(Object.assign(new Error('not reached'), { name: 'NetworkFailure' }))
    await stored.latest().resolve(facts)
    expect(value()).toEqual({ signedIn: 'fresh' })
    expect(selectLogInFailure(session.getSnapshot())).toBeNull()
  })
})

describe('renewing the token', () => {
  test('SES-20 many refused calls start one refresh', async () => {
    const { session, refresh } = await startSignedIn()
    for (let i = 0; i < 50; i++) session.send({ type: 'request.refused' })
    expect(refresh.calls).toHaveLength(1)
  })

  test('SES-21 calls are held while the refresh is under way and go on with the new token', async () => {
    const { session, refresh, value } = await startSignedIn()
    session.send({ type: 'request.refused' })
    expect(selectHoldsCalls(session.getSnapshot())).toBe(true)
    await refresh.latest().resolve(renewed(NOW))
    expect(selectHoldsCalls(session.getSnapshot())).toBe(false)
    expect(value()).toEqual({ signedIn: 'fresh' })
  })

  test("SES-22 a refused refresh says 'Session has expired, please login again' and logs out", async () => {
    const { session, refresh, forget, notices, value } = await startSignedIn()
    session.send({ type: 'request.refused' })
    await refresh.latest().resolve({ kind: 'refused' })
    expect(notices.done).toEqual([{ kind: 'error', text: 'sessionExpired' }])
    expect(forget.latest().input).toEqual({ why: 'expired' })
    await forget.latest().resolve()
    expect(value()).toEqual({ signedOut: 'idle' })
    expect(selectUser(session.getSnapshot())).toBeNull()
  })

  test('CONFLICT-39 an identity that is away does not end the session: it is tried again, later each time', async () => {
    const { session, refresh, clock, notices } = await startSignedIn()
    session.send({ type: 'request.refused' })
    for (const [tries, waitMs] of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
      await refresh.latest().reject(new Error('502'))
      expect(selectIsReconnecting(session.getSnapshot())).toBe(true)
      clock.increment(waitMs - 1)
      expect(refresh.calls).toHaveLength(tries + 1)
      clock.increment(1)
      expect(refresh.calls).toHaveLength(tries + 2)
    }
    await refresh.latest().resolve(renewed(NOW))
    expect(selectIsSignedIn(session.getSnapshot())).toBe(true)
    expect(session.getSnapshot().context.attempts).toBe(0)
    expect(notices.done).toEqual([])
  })

  test('SE-04 the wait is at least what the server asks for', async () => {
    const { session, refresh, clock } = await startSignedIn()
    session.send({ type: 'request.refused' })
    await refresh.latest().resolve({ kind: 'away', retryAfterMs: 45_000 })
    clock.increment(44_999)
    expect(refresh.calls).toHaveLength(1)
    clock.increment(1)
    expect(refresh.calls).toHaveLength(2)
  })

  test('SES-24 half a minute before the token dies it is renewed, once in each life', async () => {
    const { refresh, clock } = await startSignedIn()
    clock.increment(HOUR_S * 1000 - 30_001)
    expect(refresh.calls).toHaveLength(0)
    clock.increment(1)
    expect(refresh.calls).toHaveLength(1)
    await refresh.latest().resolve(renewed(NOW))
    clock.increment(HOUR_S * 1000 - 30_001)
    expect(refresh.calls).toHaveLength(1)
  })

  test('SE-10 tokens that are dead on arrival do not make a refresh loop', async () => {
    const { session, refresh, clock } = await startSignedIn()
    session.send({ type: 'request.refused' })
    for (let life = 1; life <= 5; life++) {
      await refresh.latest().resolve({ kind: 'refreshed', expiresOn: NOW / 1000 - 60, now: NOW })
      clock.increment(9999)
      expect(refresh.calls).toHaveLength(life)
      clock.increment(1)
    }
  })
})

describe('logging out', () => {
  test('SES-15 SES-17 what was stored is forgotten, then nobody is logged in', async () => {
    const { session, forget, value } = await startSignedIn()
    session.send({ type: 'session.logOut' })
    expect(forget.latest().input).toEqual({ why: 'asked' })
    await forget.latest().resolve()
    expect(value()).toEqual({ signedOut: 'idle' })
    expect(session.getSnapshot().context).toMatchObject({ user: null, expiresOn: null })
  })

  test('a server that does not answer holds nobody back', async () => {
    const { session, clock, value } = await startSignedIn()
    session.send({ type: 'session.logOut' })
    clock.increment(3000)
    expect(value()).toEqual({ signedOut: 'idle' })
  })

  test('SE-11 a refresh that finds the session ended by another tab ends without a word', async () => {
    const { session, refresh, forget, notices } = await startSignedIn()
    session.send({ type: 'request.refused' })
    await refresh.latest().resolve({ kind: 'gone' })
    expect(forget.latest().input).toEqual({ why: 'elsewhere' })
    expect(notices.done).toEqual([])
  })

  test('SE-11 a refresh that is under way is given up', async () => {
    const { session, refresh, value } = await startSignedIn()
    session.send({ type: 'request.refused' })
    session.send({ type: 'session.logOut' })
    expect(refresh.latest().signal.aborted).toBe(true)
    await refresh.latest().resolve(renewed(NOW))
    expect(value()).toBe('loggingOut')
  })

  test('SES-28 a session that the server calls lost ends with the message', async () => {
    const { session, notices, forget } = await startSignedIn()
    session.send({ type: 'session.lost' })
    expect(notices.done).toEqual([{ kind: 'error', text: 'sessionExpired' }])
    expect(forget.latest().input).toEqual({ why: 'expired' })
  })
})

describe('another tab', () => {
  test('that renewed the token is followed without a break', async () => {
    const { session, stored, value } = await startSignedIn()
    session.send({ type: 'session.replaced' })
    expect(selectIsSignedIn(session.getSnapshot())).toBe(true)
    await stored.latest().resolve({ ...facts, expiresOn: facts.expiresOn + HOUR_S })
    expect(value()).toEqual({ signedIn: 'fresh' })
    expect(session.getSnapshot().context.expiresOn).toBe(facts.expiresOn + HOUR_S)
  })

  test('SES-01 that logged out logs out here', async () => {
    const { session, stored, forget, value } = await startSignedIn()
    session.send({ type: 'session.replaced' })
    await stored.latest().resolve(null)
    expect(forget.latest().input).toEqual({ why: 'elsewhere' })
    await forget.latest().resolve()
    await stored.latest().resolve(null)
    expect(value()).toEqual({ signedOut: 'idle' })
  })

  test('that logged in as somebody else ends this session and begins that one', async () => {
    const { session, stored, forget } = await startSignedIn()
    const other = { ...facts, user: { ...user, id: 8 } }
    session.send({ type: 'session.replaced' })
    await stored.latest().resolve(other)
    await forget.latest().resolve()
    await stored.latest().resolve(other)
    expect(selectUser(session.getSnapshot())?.id).toBe(8)
  })
})

test('an unwired port names itself', async () => {
  const session = createActor(sessionMachine)
  session.start()
  await settled()
  session.send({ type: 'session.logIn', userName: 'a', password: 'b' })
  await settled()
  const failure = selectLogInFailure(session.getSnapshot())
  expect(JSON.stringify(failure)).toContain("The port 'session.logIn' is not wired")
  session.stop()
})

test('how long a token lasts is reckoned from the clock that came with it', () => {
  expect(refreshDueInMs({ expiresOn: 1000, now: 900_000 })).toBe(80_000)
  expect(refreshDueInMs({ expiresOn: 10_000, now: 900_000 })).toBe(9_070_000)
  expect(refreshDueInMs({ expiresOn: 800, now: 900_000 })).toBe(0)
  expect(nextRefreshInMs({ expiresOn: 800, now: 900_000 })).toBe(10_000)
  expect(refreshDueInMs({ expiresOn: 9e9, now: 0 })).toBe(2 ** 31 - 1)
  expect(refreshRetryMs({ attempts: 1, retryAfterMs: null })).toBe(1000)
  expect(refreshRetryMs({ attempts: 1, retryAfterMs: 5e12 })).toBe(2 ** 31 - 1)
})
