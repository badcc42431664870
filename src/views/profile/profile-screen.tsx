import { shallowEqual, useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { UserDetail } from '#contract/records/session.ts'
import { selectOtherPages, selectProfile } from '#src/machines/app/app.selectors.ts'
import type { profileMachine } from '#src/machines/profile/profile.machine.ts'
import { selectFailure, selectIsFetching, selectResponse } from '#src/machines/request/request.selectors.ts'
import { settingsTabPath } from '#src/machines/settings/settings.tabs.ts'
import { PROFILE } from '#src/texts/en/profile.ts'
import { pageText } from '#src/texts/en/routes.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useApp, useAppSelector } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import { FailedLoad } from '../kit/failure-note.tsx'
import { lazyView } from '../kit/lazy-view.ts'
import { PreferenceFields } from './preference-fields.tsx'
import classes from './profile-screen.module.css'

const AlertSignalFields = lazyView(() => import('../alert-popup/signal-fields.tsx'))

type ProfileActor = ActorRefFrom<typeof profileMachine>

const rowsOf = ({ firstName, userName, roles, companyName, mobileNumber, emailId }: UserDetail) =>
  [
    [PROFILE.firstName, firstName],
    [PROFILE.userName, userName],
    [PROFILE.role, roles[0] ?? ''],
    [PROFILE.company, companyName],
    [PROFILE.mobile, mobileNumber],
    [PROFILE.email, emailId],
  ] as const

const Card = ({ record }: { record: UserDetail }) => (
  <dl className={classes['card']}>
    {rowsOf(record).map(([name, value]) => (
      <div className={classes['row']} key={name}>
        <dt>{name}</dt>
        <dd data-unknown={value === '' || undefined} translate={value === '' ? undefined : 'no'}>
          {value || PROFILE.unknown}
        </dd>
      </div>
    ))}
  </dl>
)

const Record = ({ profile }: { profile: ProfileActor }) => {
  const record = useSelector(profile, selectResponse)
  const failure = useSelector(profile, selectFailure)
  const isFetching = useSelector(profile, selectIsFetching)
  if (failure !== null)
    return (
      <FailedLoad
        failure={failure}
        away={PROFILE.away}
        className={classes['failure']}
        onRetry={() => profile.send({ type: 'request.load', input: {} })}
      />
    )
  if (record === null) return isFetching ? <p role="status">{TEXTS.loading}</p> : null
  return <Card record={record} />
}

/** Pages that the menu of administrators does not list. */
const OtherPages = () => {
  const pages = useSelector(
    useApp(),
    selectOtherPages,
    (a, b) => a.length === b.length && a.every((entry, i) => shallowEqual(entry, b[i])),
  )
  return pages.length === 0 ? null : (
    <nav className={classes['pages']} aria-labelledby="other-pages">
      <h2 id="other-pages">{PROFILE.otherPages}</h2>
      <ul>
        {pages.map(({ path, label }) => (
          <li key={path}>
            <RouteLink to={path} className={classes['link'] ?? ''}>
              {pageText(label)}
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The user's own record. Administrators land here after the login; every header links to it (ADM-14, SHL-35). */
const ProfileScreen = () => {
  const profile = useAppSelector(selectProfile)
  return (
    <div className={classes['page']}>
      <h1 className={classes['title']}>{PROFILE.title}</h1>
      <p className={classes['lead']}>{PROFILE.lead}</p>
      {profile === undefined ? null : <Record profile={profile} />}
      <RouteLink to={settingsTabPath('changePassword')} className={classes['link'] ?? ''}>
        {PROFILE.password}
      </RouteLink>
      <OtherPages />
      <PreferenceFields />
      <AlertSignalFields />
    </div>
  )
}
export default ProfileScreen
