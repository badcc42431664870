import {
  IconDropletBolt,
  IconDropletDown,
  IconDropletExclamation,
  IconEngine,
  IconFlame,
  IconGasStation,
  IconGauge,
  IconHourglass,
  IconManualGearbox,
  IconParking,
  IconPolygon,
  IconTrendingDown,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { AlertCode } from '#domain/alerts.ts'

type IconComponent = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

const ICONS: Readonly<Record<AlertCode, IconComponent>> = {
  GEOFENCEINOUT: IconPolygon,
  STOPPAGE: IconParking,
  IDLING: IconHourglass,
  FUELFILL: IconGasStation,
  ENGINEOVERRUN: IconEngine,
  NEUTRALDRIVING: IconManualGearbox,
  FUELDROP: IconTrendingDown,
  ADBLUEFAULT: IconDropletExclamation,
  ADBLUEZONE: IconDropletBolt,
  ADBLUELOW: IconDropletDown,
  OVERSPEED: IconGauge,
  DPFREGEN: IconFlame,
}

/** The icon of an alert's type, since status colours are reserved. Hidden from screen readers, so it needs the name beside it. */
export const AlertIcon = ({ type, size = 18 }: { type: AlertCode; size?: number }) => {
  const Icon = ICONS[type]
  return <Icon size={size} stroke={1.75} aria-hidden />
}
