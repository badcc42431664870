import {
  IconBell,
  IconClipboardText,
  IconHeartbeat,
  IconHelpCircle,
  IconLayoutDashboard,
  IconMapPin2,
  IconPlayerPlay,
  IconRoute,
  IconSettings,
  IconSteeringWheel,
  IconUser,
} from '@tabler/icons-react'
import type { Screen } from '#src/machines/app/routes.ts'

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
}

/** The icon of a screen in the menu. */
export const menuIcon = (screen: Screen) => ICONS[screen] ?? IconMapPin2
