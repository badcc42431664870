import type { SessionUser } from '#contract/records/session.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { SessionInfo } from './session.ports.ts'
import type { SessionContext, SessionEvent, SessionInput } from './session.setup.ts'

const user: SessionUser = {
  id: 7,
  roles: ['MANAGER'],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
  timeZone: DEFAULT_TIME_ZONE,
}
const info: SessionInfo = { user, expiresOn: 1_700_003_600, now: 1_700_000_000_000 }
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the session. */
export const sessionModel: Model<SessionContext, SessionEvent, SessionInput> = {
  inputs: [undefined, { isReturning: true }],
  stimuli: [
    { type: 'session.logIn', userName: 'manager', password: 'not a real one' },
    { type: 'session.identityChosen' },
    { type: 'session.logOut' },
    { type: 'session.lost' },
    { type: 'session.replaced' },
    { type: 'request.refused' },
    doneOf('restore', info),
    doneOf('restore', null),
    errorOf('restore', away),
    doneOf('logIn', { kind: 'accepted', ...info }),
    doneOf('logIn', { kind: 'refused' }),
    errorOf('logIn', away),
    errorOf('goToIdentity', { name: 'Error', message: 'needs https' }),
    doneOf('finishIdentityLogIn', { kind: 'accepted', ...info }),
    doneOf('finishIdentityLogIn', { kind: 'failed', why: 'denied' }),
    errorOf('finishIdentityLogIn', away),
    doneOf('refreshGrant', { kind: 'refreshed', expiresOn: 1_700_007_200, now: 1_700_003_570_000 }),
    doneOf('refreshGrant', { kind: 'refused' }),
    doneOf('refreshGrant', { kind: 'gone' }),
    doneOf('refreshGrant', { kind: 'away', retryAfterMs: 2000 }),
    errorOf('refreshGrant', away),
    doneOf('reread', info),
    doneOf('reread', { ...info, user: { ...user, id: 8 } }),
    doneOf('reread', null),
    errorOf('reread', away),
    doneOf('forget'),
    errorOf('forget', away),
    afterOf('beforeExpiry', 'session.signedIn.fresh'),
    afterOf('beforeRetry', 'session.signedIn.refreshing.waiting'),
    afterOf('leaveTimeout', 'session.signedOut.leaving'),
    afterOf('forgetTimeout', 'session.loggingOut'),
  ],
  key: ({ user, failure, why }) => [user?.id, failure, why],
  unreachable: {},
}
