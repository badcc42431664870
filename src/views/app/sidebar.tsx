import { Tooltip } from '@mantine/core'
import {
  IconBell,
  IconClipboardText,
  IconFlask2,
  IconHeartbeat,
  IconHelpCircle,
  IconInfoCircle,
  IconLayoutDashboard,
  IconMapPin2,
  IconPlayerPlay,
  IconRoute,
  IconSettings,
  IconSteeringWheel,
  IconUser,
} from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { selectAlertCount } from '#src/machines/alert-popup/alert-popup.selectors.ts'
import { type ScreenEntry, titleOf } from '#src/machines/app/app.logic.ts'
import { type ScreenId, selectAlertPopup } from '#src/machines/app/app.selectors.ts'
import type { Screen } from '#src/machines/kit/screens.ts'
import { FOOTER, SHELL } from '#src/texts/en/app.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { pageText } from '#src/texts/en/routes.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { RouteLink } from '../kit/buttons.tsx'
import { lazyView } from '../kit/lazy-view.ts'
import { Soon } from '../kit/soon.tsx'
import classes from './sidebar.module.css'

const ICONS: Readonly<Partial<Record<Screen, typeof IconMapPin2>>> = {
  profile: IconUser,
  dashboard: IconLayoutDashboard,
  track: IconMapPin2,
  alerts: IconBell,
  trips: IconRoute,
  health: IconHeartbeat,
  driving: IconSteeringWheel,
  reports: IconClipboardText,
  settings: IconSettings,
  help: IconHelpCircle,
  demo: IconPlayerPlay,
  lab: IconFlask2,
}

/** The icon of a screen in the menu. */
export const menuIcon = (screen: Screen) => ICONS[screen] ?? IconMapPin2

const AboutModal = lazyView(() => import('./about-modal.tsx'))

/** Opens the footer's content from the menu, because map screens have no footer. */
export const AboutEntry = ({ className, wide }: { className: string; wide: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip label={FOOTER.about} position="right" disabled={wide}>
        <button
          type="button"
          className={className}
          aria-label={FOOTER.about}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconInfoCircle size={wide ? 20 : 21} stroke={1.6} aria-hidden />
          {wide ? FOOTER.about : null}
        </button>
      </Tooltip>
      {isOpen ? <AboutModal onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** A badge has room for two digits. */
const MOST_IN_BADGE = 99

const Item = ({
  item: { path, label: english, screen, isHere, isSoon },
  count = 0,
  onFollow,
  wide,
}: {
  item: ScreenEntry
  /** What stands in its badge, from 1 on. */
  count?: number
  onFollow?: (() => void) | undefined
  wide: boolean
}) => {
  const Icon = menuIcon(screen)
  const label = pageText(english)
  const more = isSoon ? KIT.soon : count > 0 ? SHELL.alertsFound({ count }) : undefined
  return (
    <Tooltip label={more === undefined ? label : `${label} · ${more}`} position="right" disabled={wide}>
      <RouteLink
        to={path}
        className={classes['item']}
        aria-label={label}
        aria-description={more}
        data-soon={isSoon || undefined}
        {...(isHere ? { 'aria-current': 'page' as const } : {})}
        onClick={onFollow}
      >
        <Icon size={wide ? 20 : 21} stroke={1.6} aria-hidden />
        {wide ? label : null}
        {wide && isSoon ? <Soon /> : null}
        {count > 0 ? (
          <span className={classes['count']} aria-hidden="true">
            {count > MOST_IN_BADGE ? `${MOST_IN_BADGE}+` : count}
          </span>
        ) : null}
      </RouteLink>
    </Tooltip>
  )
}

/** The entry of the alerts, with how many the latest poll found (ALR-38). */
const AlertsItem = (props: Omit<Parameters<typeof Item>[0], 'count'>) => {
  const popup = useAppSelector(selectAlertPopup)
  // Users without alerts have no popup.
  const count = useSelector(popup, (shown) => (shown === undefined ? 0 : selectAlertCount(shown)))
  return <Item {...props} count={count} />
}

/** Screens that no menu lists. */
const FOOT = { lab: '/lab/paths', help: '/support' } as const

/** The menu as a column of icons (SHL-22), or `wide` with labels, as in the drawer of narrow screens. */
export const Sidebar = ({
  items,
  hasLab,
  current,
  wide = false,
  onFollow,
}: {
  items: readonly ScreenEntry[]
  /** Whether the lab is open to the user. */
  hasLab: boolean
  /** The open screen. */
  current: ScreenId
  wide?: boolean
  /** Called when a link is pressed. */
  onFollow?: () => void
}) => (
  <nav className={wide ? classes['drawer'] : classes['rail']} aria-label={SHELL.menu}>
    {wide ? null : (
      <span className={classes['home']} aria-hidden="true">
        <svg viewBox="0 0 20 18" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
          <title>{SHELL.road}</title>
          <path d="M6 1 2 17M14 1l4 16M10 1.5v2.5M10 7.5v3M10 14v2.5" />
        </svg>
      </span>
    )}
    <ul className={classes['items']}>
      {items.map((item) => {
        const Entry = item.screen === 'alerts' ? AlertsItem : Item
        return (
          <li key={item.path}>
            <Entry item={item} wide={wide} onFollow={onFollow} />
          </li>
        )
      })}
    </ul>
    <ul className={`${classes['items']} ${classes['foot']}`}>
      <li>
        <AboutEntry className={classes['item'] ?? ''} wide={wide} />
      </li>
      {(hasLab ? (['lab', 'help'] as const) : (['help'] as const)).map((screen) => (
        <li key={screen}>
          <Item
            item={{
              path: FOOT[screen],
              label: titleOf(FOOT[screen]),
              screen,
              isHere: screen === current,
              isSoon: false,
            }}
            wide={wide}
            onFollow={onFollow}
          />
        </li>
      ))}
    </ul>
  </nav>
)
