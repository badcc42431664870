import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { nextRefreshInMs, refreshDueInMs, refreshRetryMs } from '#src/machines/session/session.logic.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import {
  selectHoldsCalls,
  selectIsLeaving,
  selectIsReconnecting,
  selectIsSignedIn,
  selectLogInFailure,
  selectUser,
} from '#src/machines/session/session.selectors.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'
import {
  HOUR_S,
  NOW,
  renewed,
  sessionInfo,
  startSession,
  startSignedIn,
  user,
} from '#tests/kit/machines/session.fixture.ts'

test('a stored session is restored without a login', async () => {
  const { session, value } = await startSignedIn()
  expect(value()).toEqual({ signedIn: 'fresh' })
  expect(selectUser(session.getSnapshot())).toEqual(user)
})

test('without a readable stored session a login is required', async () => {
  const empty = startSession()
  await empty.stored.latest().resolve(null)
  expect(empty.value()).toEqual({ signedOut: 'idle' })
  const broken = startSession()
  await broken.stored.latest().reject(new Error('garbage'))
  expect(broken.value()).toEqual({ signedOut: 'idle' })
})

describe('logging in', () => {
  const atLogin = async () => {
    const fixture = startSession()
    await fixture.stored.latest().resolve(null)
    fixture.session.send({ type: 'session.logIn', userName: 'manager', password: 'roadbook' })
    return fixture
  }

  test('SES-13 accepted credentials start a session', async () => {
    const { session, logIn, value } = await atLogin()
    expect(logIn.latest().input).toEqual({ userName: 'manager', password: 'roadbook' })
    await logIn.latest().resolve({ kind: 'accepted', ...sessionInfo })
    expect(value()).toEqual({ signedIn: 'fresh' })
    expect(session.getSnapshot().context).toMatchObject({
      user,
      expiresOn: sessionInfo.expiresOn,
      failure: null,
    })
  })

  test("SES-26 wrong credentials show 'Enter Valid Credentials' at the form and end nothing", async () => {
    const { session, logIn, notices, value } = await atLogin()
    await logIn.latest().resolve({ kind: 'refused' })
    expect(value()).toEqual({ signedOut: 'idle' })
    expect(selectLogInFailure(session.getSnapshot())).toEqual({ text: 'enterValidCredentials' })
    expect(notices.done).toEqual([])
  })

  test('an unreachable server is reported as such, and the next attempt starts clean', async () => {
    const { session, logIn } = await atLogin()
    await logIn.latest().reject(Object.assign(new Error('not reached'), { name: 'NetworkFailure' }))
    expect(selectLogInFailure(session.getSnapshot())).toEqual({
      failure: {
        ...{ kind: 'away', message: 'not reached', retryAfterMs: null },
        ...{ code: null, params: {}, fields: [] },
      },
    })
    session.send({ type: 'session.logIn', userName: 'manager', password: 'roadbook' })
    expect(selectLogInFailure(session.getSnapshot())).toBeNull()
  })
})

describe('SES-61 logging in with an identity provider', () => {
  test('SES-61 the page is left; if that fails, the reason shows', async () => {
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

  test('SES-61 a return is completed before a stored session is read, and starts a session', async () => {
    const { session, stored, finish, value } = startSession({ isReturning: true })
    expect(stored.calls).toHaveLength(0)
    await finish.latest().resolve({ kind: 'accepted', ...sessionInfo })
    expect(value()).toEqual({ signedIn: 'fresh' })
    expect(selectUser(session.getSnapshot())).toEqual(user)
  })

  test.each(['denied', 'mismatch', 'expired', 'failed'] as const)(
    'a return that was %s is reported at the form',
    async (why) => {
      const { session, stored, finish, value } = startSession({ isReturning: true })
      await finish.latest().resolve({ kind: 'failed', why })
      await stored.latest().resolve(null)
      expect(value()).toEqual({ signedOut: 'idle' })
      expect(selectLogInFailure(session.getSnapshot())).toEqual({ identity: why })
    },
  )

  test('a previous session continues after a failed return', async () => {
    const { session, stored, finish, value } = startSession({ isReturning: true })
    await finish.latest().reject(Object.assign(new Error('not reached'), { name: 'NetworkFailure' }))
    await stored.latest().resolve(sessionInfo)
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

  test('SES-21 calls wait during the refresh and continue with the new token', async () => {
    const { session, refresh, value } = await startSignedIn()
    session.send({ type: 'request.refused' })
    expect(selectHoldsCalls(session.getSnapshot())).toBe(true)
    await refresh.latest().resolve(renewed(NOW))
    expect(selectHoldsCalls(session.getSnapshot())).toBe(false)
    expect(value()).toEqual({ signedIn: 'fresh' })
  })

  test("SES-22 a rejected refresh shows 'Session has expired, please login again' and logs out", async () => {
    const { session, refresh, forget, notices, value } = await startSignedIn()
    session.send({ type: 'request.refused' })
    await refresh.latest().resolve({ kind: 'refused' })
    expect(notices.done).toEqual([{ kind: 'error', text: 'sessionExpired' }])
    expect(forget.latest().input).toEqual({ why: 'expired' })
    await forget.latest().resolve()
    expect(value()).toEqual({ signedOut: 'idle' })
    expect(selectUser(session.getSnapshot())).toBeNull()
  })

  test('CONFLICT-39 an unavailable identity provider does not end the session: refreshes are retried with growing delays', async () => {
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

  test('SE-04 the delay is at least what the server asks for', async () => {
    const { session, refresh, clock } = await startSignedIn()
    session.send({ type: 'request.refused' })
    await refresh.latest().resolve({ kind: 'away', retryAfterMs: 45_000 })
    clock.increment(44_999)
    expect(refresh.calls).toHaveLength(1)
    clock.increment(1)
    expect(refresh.calls).toHaveLength(2)
  })

  test('SES-24 the token is renewed 30 s before it expires, once per token', async () => {
    const { refresh, clock } = await startSignedIn()
    clock.increment(HOUR_S * 1000 - 30_001)
    expect(refresh.calls).toHaveLength(0)
    clock.increment(1)
    expect(refresh.calls).toHaveLength(1)
    await refresh.latest().resolve(renewed(NOW))
    clock.increment(HOUR_S * 1000 - 30_001)
    expect(refresh.calls).toHaveLength(1)
  })

  test('SE-10 tokens that arrive expired cause no refresh loop', async () => {
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

test('the lifetime of a token is measured by the clock that arrived with it', () => {
  expect(refreshDueInMs({ expiresOn: 1000, now: 900_000 })).toBe(80_000)
  expect(refreshDueInMs({ expiresOn: 10_000, now: 900_000 })).toBe(9_070_000)
  expect(refreshDueInMs({ expiresOn: 800, now: 900_000 })).toBe(0)
  expect(nextRefreshInMs({ expiresOn: 800, now: 900_000 })).toBe(10_000)
  expect(refreshDueInMs({ expiresOn: 9e9, now: 0 })).toBe(2 ** 31 - 1)
  expect(refreshRetryMs({ attempts: 1, retryAfterMs: null })).toBe(1000)
  expect(refreshRetryMs({ attempts: 1, retryAfterMs: 5e12 })).toBe(2 ** 31 - 1)
})
