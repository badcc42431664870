import { describe, expect, test } from 'vitest'
import { selectIsSignedIn, selectUser } from '#src/machines/session/session.selectors.ts'
import {
  HOUR_S,
  NOW,
  renewed,
  sessionInfo,
  startSignedIn,
  user,
} from '#tests/kit/machines/session.fixture.ts'

describe('logging out', () => {
  test('SES-15 SES-17 clears the stored session, then the user is logged out', async () => {
    const { session, forget, value } = await startSignedIn()
    session.send({ type: 'session.logOut' })
    expect(forget.latest().input).toEqual({ why: 'requested' })
    await forget.latest().resolve()
    expect(value()).toEqual({ signedOut: 'idle' })
    expect(session.getSnapshot().context).toMatchObject({ user: null, expiresOn: null })
  })

  test('does not wait for a server that fails to answer', async () => {
    const { session, clock, value } = await startSignedIn()
    session.send({ type: 'session.logOut' })
    clock.increment(3000)
    expect(value()).toEqual({ signedOut: 'idle' })
  })

  test('SE-11 a refresh that finds the session ended by another tab ends without a message', async () => {
    const { session, refresh, forget, notices } = await startSignedIn()
    session.send({ type: 'request.refused' })
    await refresh.latest().resolve({ kind: 'gone' })
    expect(forget.latest().input).toEqual({ why: 'elsewhere' })
    expect(notices.done).toEqual([])
  })

  test('SE-11 a refresh under way is cancelled', async () => {
    const { session, refresh, value } = await startSignedIn()
    session.send({ type: 'request.refused' })
    session.send({ type: 'session.logOut' })
    expect(refresh.latest().signal.aborted).toBe(true)
    await refresh.latest().resolve(renewed(NOW))
    expect(value()).toBe('loggingOut')
  })

  test('SES-28 a session that the server reports as lost ends with the message', async () => {
    const { session, notices, forget } = await startSignedIn()
    session.send({ type: 'session.lost' })
    expect(notices.done).toEqual([{ kind: 'error', text: 'sessionExpired' }])
    expect(forget.latest().input).toEqual({ why: 'expired' })
  })
})

describe('another tab', () => {
  test('that renewed the token is followed without interruption', async () => {
    const { session, stored, value } = await startSignedIn()
    session.send({ type: 'session.replaced' })
    expect(selectIsSignedIn(session.getSnapshot())).toBe(true)
    await stored.latest().resolve({ ...sessionInfo, expiresOn: sessionInfo.expiresOn + HOUR_S })
    expect(value()).toEqual({ signedIn: 'fresh' })
    expect(session.getSnapshot().context.expiresOn).toBe(sessionInfo.expiresOn + HOUR_S)
  })

  test('SES-01 that logged out logs this tab out', async () => {
    const { session, stored, forget, value } = await startSignedIn()
    session.send({ type: 'session.replaced' })
    await stored.latest().resolve(null)
    expect(forget.latest().input).toEqual({ why: 'elsewhere' })
    await forget.latest().resolve()
    await stored.latest().resolve(null)
    expect(value()).toEqual({ signedOut: 'idle' })
  })

  test('that logged in as another user ends this session and starts that one', async () => {
    const { session, stored, forget } = await startSignedIn()
    const other = { ...sessionInfo, user: { ...user, id: 8 } }
    session.send({ type: 'session.replaced' })
    await stored.latest().resolve(other)
    await forget.latest().resolve()
    await stored.latest().resolve(other)
    expect(selectUser(session.getSnapshot())?.id).toBe(8)
  })
})
