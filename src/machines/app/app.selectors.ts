import type { SnapshotFrom } from 'xstate'
import { SCREENS, type Screen } from '../kit/screens.ts'
import { currentMapTheme, currentMatch, currentTheme, currentTimeZone, visitorOf } from './app.context.ts'
import {
  type HeaderTools,
  headerOf,
  type MenuEntry,
  matchRoute,
  menuOf,
  nextStepFor,
  otherPagesOf,
  pageNameOf,
  type ScreenEntry,
  sidebarOf,
} from './app.logic.ts'
import type { appMachine } from './app.machine.ts'
import type { SidebarName } from './routes.ts'
import { roleOf, uiTypeOf } from './visitor.logic.ts'

type Snapshot = SnapshotFrom<typeof appMachine>

/** What the page shows. `loading` also during a redirect. */
export type ScreenId = Screen | 'notBuilt' | 'loading' | 'blocked' | 'unknown' | 'denied'

/** The screen to draw. */
export const selectScreen = (snapshot: Snapshot): ScreenId => {
  if (snapshot.hasTag('blocked')) return 'blocked'
  if (snapshot.hasTag('loading') || snapshot.context.path === '') return 'loading'
  const match = currentMatch(snapshot.context)
  if (match.kind === 'screen') return SCREENS[match.route.screen].isBuilt ? match.route.screen : 'notBuilt'
  return match.kind === 'unknown' || match.kind === 'denied' ? match.kind : 'loading'
}
/** Why the environment document cannot be used (OPEN-06). */
export const selectBlockingFailure = ({ context }: Snapshot) => context.failure
/** The product's name, '' until the environment is loaded. */
export const selectProductName = ({ context }: Snapshot) => context.environment?.productName ?? ''
/** The logged-in user. */
export const selectUser = ({ context }: Snapshot) => context.user
/** The user's own role; null for guests. */
export const selectOwnRole = ({ context: { user } }: Snapshot) =>
  user === null ? null : (roleOf(user) ?? null)
/** Where the page is, below the router base. */
export const selectPath = ({ context }: Snapshot) => context.path
/** The theme of the page (CONFLICT-04, CONFLICT-05). */
export const selectTheme = ({ context }: Snapshot) => currentTheme(context)
/** The theme of the map (MAP-09). */
export const selectMapTheme = ({ context }: Snapshot) => currentMapTheme(context)
/** The interface of this user. */
export const selectUiType = ({ context }: Snapshot) => uiTypeOf(context.user, context.uiType)
/** The header; a new object each time: compare by value (SHL-29). */
export const selectHeader = ({ context }: Snapshot): HeaderTools => headerOf(context.path, visitorOf(context))
/** The page's name in a sentence; '' where it has none. */
export const selectPageName = ({ context }: Snapshot) => pageNameOf(context.path)
/** The name of the greeting (SHL-30). */
export const selectFirstName = ({ context }: Snapshot) => context.firstName
/** The main sidebar's entries; a new list each time: compare by value. */
export const selectMenu = ({ context }: Snapshot): readonly ScreenEntry[] =>
  context.user === null ? [] : menuOf(context.path, visitorOf(context))
/** The pages that a member may open beside those of his menu. */
export const selectOtherPages = ({ context }: Snapshot): readonly ScreenEntry[] =>
  context.user === null ? [] : otherPagesOf(context.path, visitorOf(context))
/** The sidebar inside the screen, null where there is none or nothing may be seen (SHL-25 to SHL-27). */
export const selectSidebarName = (snapshot: Snapshot): SidebarName | null =>
  currentMatch(snapshot.context).kind === 'screen'
    ? (sidebarOf(snapshot.context.path, visitorOf(snapshot.context))?.name ?? null)
    : null
/** Its entries; a new list each time: compare by value. */
export const selectSidebarEntries = ({ context }: Snapshot): readonly MenuEntry[] =>
  sidebarOf(context.path, visitorOf(context))?.entries ?? []
/** Whether the lab is open to the visitor (OPEN-20). */
export const selectIsLabOpen = ({ context }: Snapshot): boolean =>
  matchRoute('/lab', visitorOf(context)).kind === 'screen'
/** Where a page without content leads. */
export const selectNextStep = ({ context }: Snapshot) => nextStepFor(visitorOf(context))
/** Whether an identity provider is configured to log in by (SES-61). */
export const selectOffersIdentity = ({ context }: Snapshot) => context.environment?.identityProvider != null
/** The time zone of the company whose data the user sees. */
export const selectTimeZone = ({ context }: Snapshot) => currentTimeZone(context)
/** Where a guest wanted to go. */
export const selectSavedLocation = ({ context }: Snapshot) => context.savedLocation
/** The alert types that the user has selected, with their thresholds (ALR-45); null until they are known. */
export const selectEnabledAlerts = ({ context }: Snapshot) => context.enabledAlerts
/** The session's actor; undefined until the environment is loaded. */
export const selectSession = ({ children }: Snapshot) => children.session
/** The fleet map's actor; undefined while no user is logged in. */
export const selectFleet = ({ children }: Snapshot) => children.fleet
/** The maintenance notice's actor; undefined until the environment is loaded. */
export const selectMaintenance = ({ children }: Snapshot) => children.maintenance
/** The shared page's actor; undefined until the environment is loaded. */
export const selectLiveShare = ({ children }: Snapshot) => children.liveShare
/** The actor of the faults on demand; undefined until the environment is loaded. */
export const selectFaults = ({ children }: Snapshot) => children.faults
/** The ticker's actor; undefined while no user is logged in. */
export const selectTicker = ({ children }: Snapshot) => children.ticker
/** The settings' actor; undefined while no user is logged in. */
export const selectSettings = ({ children }: Snapshot) => children.settings
/** The alert list's actor; undefined while no user is logged in. */
export const selectAlertList = ({ children }: Snapshot) => children.alertList
/** Fleet health, and the DTC popup; undefined for guests. */
export const selectHealth = ({ children }: Snapshot) => children.health
export const selectDtcPopup = ({ children }: Snapshot) => children.dtcPopup
/** The driving analysis's actor; undefined while no user is logged in. */
export const selectDrivingAnalysis = ({ children }: Snapshot) => children.drivingAnalysis
/** The dashboard's actor; undefined while no user is logged in. */
export const selectDashboard = ({ children }: Snapshot) => children.dashboard
/** The query of one's own record; undefined while no user is logged in. */
export const selectProfile = ({ children }: Snapshot) => children.profile
/** The actor of the user manual's download; undefined while no user is logged in. */
export const selectManual = ({ children }: Snapshot) => children.manual
/** How support is reached; '' where it is not configured (OPEN-24). */
export const selectSupportPhone = ({ context }: Snapshot) => context.environment?.supportPhone ?? ''
export const selectSupportEmail = ({ context }: Snapshot) => context.environment?.supportEmail ?? ''
/** Support acting for a user; undefined while no user is logged in. */
export const selectSupport = ({ children }: Snapshot) => children.support
/** PayHub; undefined while no user is logged in. */
export const selectPayment = ({ children }: Snapshot) => children.payment
/** The alert popup; undefined while no user is logged in. */
export const selectAlertPopup = ({ children }: Snapshot) => children.alertPopup
/** A forgotten password; undefined while a user is logged in. */
export const selectRecovery = ({ children }: Snapshot) => children.recovery
