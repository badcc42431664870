import type { SnapshotFrom } from 'xstate'
import { placeHere, themeHere } from './app.context.ts'
import {
  type MenuEntry,
  menuNameOf,
  menuOf,
  payHubOf,
  routeOf,
  showsInterfaceSwitch,
  showsProfileLink,
  showsSwitchProfile,
  showsThemeToggle,
  titleOf,
  uiTypeOf,
} from './app.logic.ts'
import type { appMachine } from './app.machine.ts'
import type { BuiltScreen } from './routes.ts'

type Snapshot = SnapshotFrom<typeof appMachine>

/** What the page shows. `loading` also stands while a redirect is under way. */
export type ScreenId = BuiltScreen | 'loading' | 'blocked' | 'unknown' | 'denied'

/** The screen to draw. */
export const selectScreen = (snapshot: Snapshot): ScreenId => {
  if (snapshot.hasTag('blocked')) return 'blocked'
  if (snapshot.hasTag('loading') || snapshot.context.path === '') return 'loading'
  const place = placeHere(snapshot.context)
  if (place.kind === 'screen') return place.route.screen
  return place.kind === 'unknown' || place.kind === 'denied' ? place.kind : 'loading'
}
/** Why the environment document cannot be used (OPEN-06). */
export const selectBlockingFailure = ({ context }: Snapshot) => context.failure
/** The product's name, '' until the environment is loaded. */
export const selectProductName = ({ context }: Snapshot) => context.environment?.productName ?? ''
/** The logged-in user. */
export const selectUser = ({ context }: Snapshot) => context.user
/** Where the page is, below the router base. */
export const selectPath = ({ context }: Snapshot) => context.path
/** light or dark (CONFLICT-04, CONFLICT-05). */
export const selectTheme = ({ context }: Snapshot) => themeHere(context)
/** alpha or beta, as it counts for this user. */
export const selectUiType = ({ context }: Snapshot) => uiTypeOf(context.user, context.uiType)
/** Whether no satellite imagery is configured, so that the bundled overview is all there is. */
export const selectHasOverviewImageryOnly = ({ context }: Snapshot) =>
  (context.environment?.satelliteTilesUrl ?? '') === ''
/** Whether the theme toggle is shown (SHL-34). */
export const selectShowsThemeToggle = ({ context }: Snapshot) => showsThemeToggle(context.path, context.user)
/** Whether the BETA switch is shown (SHL-33). */
export const selectShowsInterfaceSwitch = ({ context }: Snapshot) =>
  showsInterfaceSwitch(context.path, context.user)
/** The document's title (SHL-28). */
export const selectTitle = (snapshot: Snapshot) => titleOf(snapshot.context.path, selectProductName(snapshot))
/** The page's own title without the product, '' where it has none. */
export const selectPageTitle = ({ context }: Snapshot) => routeOf(context.path)?.title ?? ''
/** The sidebar's entries; a new list each time: compare by value. */
export const selectMenu = ({ context }: Snapshot): readonly MenuEntry[] =>
  context.user === null
    ? []
    : menuOf(menuNameOf(context.path, context.user, uiTypeOf(context.user, context.uiType)), context.user)
/** The session's actor; undefined until the environment is loaded. */
export const selectSession = ({ children }: Snapshot) => children.session
/** The fleet map's actor; undefined while nobody is logged in. */
export const selectFleet = ({ children }: Snapshot) => children.fleet
/** The maintenance notice's actor; undefined until the environment is loaded. */
export const selectMaintenance = ({ children }: Snapshot) => children.maintenance
/** The ticker's actor; undefined while nobody is logged in. */
export const selectTicker = ({ children }: Snapshot) => children.ticker
/** The settings' actor; undefined while nobody is logged in. */
export const selectSettings = ({ children }: Snapshot) => children.settings
/** The actor of the user manual's download; undefined while nobody is logged in. */
export const selectManual = ({ children }: Snapshot) => children.manual
/** How support is reached, and the product's name; empty texts where nothing is configured (OPEN-24). */
export const selectSupportPhone = ({ context }: Snapshot) => context.environment?.supportPhone ?? ''
export const selectSupportEmail = ({ context }: Snapshot) => context.environment?.supportEmail ?? ''
/** Support acting for a user; undefined while nobody is logged in. */
export const selectSupport = ({ children }: Snapshot) => children.support
/** PayHub; undefined while nobody is logged in. */
export const selectPayment = ({ children }: Snapshot) => children.payment
/** How PayHub stands in the header (SHL-36, SHL-37). */
export const selectPayHub = ({ context }: Snapshot) => payHubOf(context.path, context.user)
/** Whether SWITCH PROFILE is in the header (SHL-29, SHL-41). */
export const selectShowsSwitchProfile = ({ context }: Snapshot) =>
  showsSwitchProfile(context.path, context.user)
/** Whether the header links to the profile (SHL-35). */
export const selectShowsProfileLink = ({ context }: Snapshot) => showsProfileLink(context.path, context.user)
