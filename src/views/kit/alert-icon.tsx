import {
  IconAlertTriangle,
  IconClockPause,
  IconDropletDown,
  IconDropletHalf,
  IconEngine,
  IconFlame,
  IconGasStation,
  IconGauge,
  IconManualGearbox,
  IconMapPin,
  IconMapPinExclamation,
  IconParking,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { ALERT_SEVERITY, type AlertCode } from '#domain/alerts.ts'
import classes from './alert-icon.module.css'

const ICONS: Readonly<
  Record<AlertCode, ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>>
> = {
  OVERSPEED: IconGauge,
  FUELDROP: IconDropletDown,
  ENGINEOVERRUN: IconEngine,
  ADBLUEFAULT: IconAlertTriangle,
  STOPPAGE: IconParking,
  IDLING: IconClockPause,
  NEUTRALDRIVING: IconManualGearbox,
  ADBLUELOW: IconDropletHalf,
  ADBLUEZONE: IconMapPinExclamation,
  DPFREGEN: IconFlame,
  FUELFILL: IconGasStation,
  GEOFENCEINOUT: IconMapPin,
}

/** The icon of an alert's type, tinted where it is severe. Hidden from screen readers, so it needs the type's name beside it. */
export const AlertIcon = ({ type }: { type: AlertCode }) => {
  const Icon = ICONS[type]
  return (
    <span className={classes['icon']} data-severity={ALERT_SEVERITY[type]} aria-hidden="true">
      <Icon size={20} stroke={1.75} aria-hidden />
    </span>
  )
}
