import { createActor } from 'xstate'
import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import type { Navigation, Preference } from '#src/machines/app/app.ports.ts'
import { selectScreen, selectSession } from '#src/machines/app/app.selectors.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import type {
  FleetStreamEvent,
  ListRequest,
  ListSummary,
  RefreshDueEvent,
} from '#src/machines/fleet/fleet.ports.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import type { SessionInfo } from '#src/machines/session/session.ports.ts'
import { controlledEvents, controlledPromise, recordedAction } from './controlled-ports.ts'
import { createSessionFixture } from './session.fixture.ts'
import { createShellFixture } from './shell.fixture.ts'

/** A usable environment. */
export const environment = { productName: 'Roadbook', apiKey: 'key' } as Environment
/** A user of a role. */
export const userOf = (role: Role, access: Partial<SessionUser> = {}): SessionUser => ({
  id: 7,
  roles: [role],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
  timeZone: DEFAULT_TIME_ZONE,
  ...access,
})
export const sessionInfoOf = (user: SessionUser): SessionInfo => ({ user, expiresOn: 2e9, now: 1.9e12 })

/** The app at an address, with a page that follows its navigation. */
export const startApp = (at: string) => {
  const env = controlledPromise<Environment>()
  const notices = recordedAction<Notice>()
  const preferences = recordedAction<Preference>()
  const cleared = recordedAction<undefined>()
  const shell = createShellFixture(notices.act)
  const { machine: sessionMachine, ports } = createSessionFixture(notices.act)
  const navigations: Navigation[] = []
  const go = (address: string) => {
    const [path = '', search] = address.split('?')
    app.send({ type: 'route.changed', path, search: search === undefined ? '' : `?${search}` })
  }
  const app = createActor(
    appMachine.provide({
      actors: {
        readEnvironment: env.logic,
        session: sessionMachine,
        fleet: fleetMachine.provide({
          actors: {
            loadList: controlledPromise<ListSummary, ListRequest>().logic,
            fleetStream: controlledEvents<FleetStreamEvent>().logic,
            refreshRate: controlledEvents<RefreshDueEvent>().logic,
          },
        }),
        ...shell.machines,
      },
      actions: {
        navigate: (_, to) => {
          navigations.push(to)
          go(to.path)
        },
        notify: notices.act,
        storePreference: preferences.act,
        clearSavedScreens: cleared.act,
      },
    }),
  )
  app.start()
  go(at)
  const now = () => app.getSnapshot()
  const session = () => {
    const actor = selectSession(now())
    if (actor === undefined) throw new Error('There is no session yet.')
    return actor
  }
  const logInAs = async (user: SessionUser) => {
    session().send({ type: 'session.logIn', userName: 'asha', password: 'roadbook' })
    await ports.logIn.latest().resolve({ kind: 'accepted', ...sessionInfoOf(user) })
  }
  return {
    app,
    env,
    ...ports,
    notices,
    preferences,
    cleared,
    shell,
    went: navigations,
    go,
    now,
    session,
    logInAs,
    path: () => now().context.path,
    screen: () => selectScreen(now()),
  }
}

/** The app at an address, with nobody logged in. */
export const startGuest = async (at: string) => {
  const fixture = startApp(at)
  await fixture.env.latest().resolve(environment)
  await fixture.stored.latest().resolve(null)
  return fixture
}

/** The app at an address, with a user whose session was stored. */
export const startMember = async (at: string, user: SessionUser) => {
  const fixture = startApp(at)
  await fixture.env.latest().resolve(environment)
  await fixture.stored.latest().resolve(sessionInfoOf(user))
  return fixture
}
