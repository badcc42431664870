import { ADBLUE_ALERT_ZONES, ENGINE_OVERRUN_RPM } from './constants.ts'
import type { AlertSettingId } from './records/alert-settings.ts'

/** The values of the placeholders in labels: limits of the engine speed (ALR-10) and zones (ALR-11). */
export const ALERT_LABEL_VALUES = {
  hdt: ENGINE_OVERRUN_RPM.HDT,
  mdt: ENGINE_OVERRUN_RPM.MDT,
  from: ADBLUE_ALERT_ZONES.from,
  to: ADBLUE_ALERT_ZONES.to,
} as const

/**
 * The label of each alert setting, which says when it alerts and which a threshold completes, and its description (ALR-07). Its title is
 * the name of the alert type.
 */
export const ALERT_SETTING_TEXTS = {
  geofenceAlert: {
    label: 'A truck enters or leaves a geofence',
    description: 'For the geofences whose entry or exit alert is on.',
  },
  stoppageAlert: {
    label: 'A truck stands with its engine off for at least',
    description: 'Finds trucks that stand where they should be on the road.',
  },
  idlingAlert: {
    label: 'A truck stands with its engine running for at least',
    description: 'Idling wastes fuel.',
  },
  adblueLowAlert: {
    label: 'The AdBlue left is at most',
    description: 'Without AdBlue the engine loses power.',
  },
  overspeedAlert: {
    label: 'A truck is faster than',
    description: 'One alert for each time that a truck is too fast.',
  },
  engineOverrunAlert: {
    label:
      'The engine is faster than its RPM limit: {hdt} for heavy-duty trucks (HDT), {mdt} for medium-duty trucks (MDT)',
    description: 'An engine that overruns, often downhill in a low gear, wears out or breaks.',
  },
  neutralDrivingAlert: {
    label: 'A truck rolls out of gear for at least',
    description: 'In neutral the engine does not brake.',
  },
  fuelDropAlert: {
    label: 'Fuel loss while parked, at least',
    description: 'May be theft or a leak.',
  },
  fuelFillAlert: {
    label: 'A truck is filled up with at least',
    description: 'To compare with the fuel bills.',
  },
  adblueFaultAlert: {
    label: 'The AdBlue system reports a fault',
    description: 'A truck whose AdBlue system does not work breaks emission rules.',
  },
  adblueZoneAlert: {
    label: 'The zone value is between {from} and {to}',
    description: 'The engine warns of AdBlue that is low, poor or missing, and then limits its power.',
  },
  dpfRegenAlert: {
    label: 'The particulate filter regenerates or has to',
    description: 'A filter that is not regenerated clogs.',
  },
} as const satisfies Readonly<
  Record<AlertSettingId, { readonly label: string; readonly description: string }>
>
