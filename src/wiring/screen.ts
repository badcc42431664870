import type { ActorRefFrom } from 'xstate'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { createProblemReport } from '#src/services/problem-report/problem-report.ts'
import type { AppServices } from '#src/views/kit/app-services.ts'
import { wireSharedPage } from './live-share-page.ts'
import { wireMember } from './member.ts'
import { createServices, type Page } from './services.ts'

type Root = ActorRefFrom<typeof appMachine>

/** The address that a recorded page had, which nobody can leave. */
const recordedLocation = (root: Root): AppServices['location'] => {
  let place = { path: '/', search: '' }
  const current = () => {
    const { path } = root.getSnapshot().context
    if (path !== place.path) place = { path, search: '' }
    return place
  }
  return {
    current,
    navigate: () => undefined,
    visit: () => undefined,
    leave: () => undefined,
    setNavigationGuard: () => undefined,
    href: (path) => path,
    setBase: () => undefined,
    onChange: (listener) => {
      const subscription = root.subscribe(() => listener(current()))
      return () => subscription.unsubscribe()
    },
  }
}

const isNotRecorded = (): never => {
  throw new Error('A recorded screen is not recorded.')
}

/** The services of the views over a silent root actor, at the recorded time `now`: nothing is loaded and nothing is stored. */
export const wireScreen = (page: Page, root: Root, now: () => number) => {
  const services = {
    ...createServices(page, () => undefined),
    location: recordedLocation(root),
    serverNow: now,
  }
  const { location, clipboard, pickedFiles, saveFile, serverNow, preferences, faults } = services
  const problemReport = createProblemReport({
    page: page.window,
    http: services.http,
    recorder: { snapshot: isNotRecorded, events: isNotRecorded },
    now: Date.now,
  })
  return {
    services: {
      ...{ location, clipboard, pickedFiles, saveFile, serverNow, preferences, problemReport, faults },
      ...wireMember(page, services, root).services,
      liveShare: wireSharedPage(page, services, root).services,
    } satisfies AppServices,
    /** Resolves when the screen can be shown in the viewer's language, on the maps of this portal. */
    ready: Promise.all([services.environment.read(), preferences.start()]),
  }
}
