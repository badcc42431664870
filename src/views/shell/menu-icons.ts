import {
  IconBell,
  IconClipboardText,
  IconHeartbeat,
  IconLayoutDashboard,
  IconMapPin2,
  IconPlayerPlay,
  IconRoute,
  IconSettings,
  IconSteeringWheel,
  IconUser,
} from '@tabler/icons-react'

const ICONS = {
  '/profile': IconUser,
  '/owner-suite': IconLayoutDashboard,
  '/track-trace': IconMapPin2,
  '/my-fleet': IconMapPin2,
  '/alerts': IconBell,
  '/trip-management': IconRoute,
  '/daily-trip-analysis': IconRoute,
  '/fleet-health': IconHeartbeat,
  '/driving-analysisv2': IconSteeringWheel,
  '/driving-analysis': IconSteeringWheel,
  '/reportsv2': IconClipboardText,
  '/reports': IconClipboardText,
  '/settings': IconSettings,
  '/demo': IconPlayerPlay,
} as const

const hasIcon = (path: string): path is keyof typeof ICONS => path in ICONS

/** The icon of a route in the menu. */
export const menuIcon = (path: string) => (hasIcon(path) ? ICONS[path] : IconMapPin2)
