import type { AdblueSpn } from '#domain/adblue-codes.ts'

/** The parts of the AdBlue system in English, by SPN: reports of AdBlue faults name them (ALR-29). */
export const ADBLUE_PARTS = {
  1761: 'AdBlue tank level',
  3031: 'AdBlue tank temperature',
  3216: 'NOx sensor before the catalyst',
  3226: 'NOx sensor after the catalyst',
  3361: 'AdBlue dosing unit',
  3362: 'AdBlue dosing lines',
  3363: 'AdBlue tank heater',
  3364: 'AdBlue quality',
  3516: 'AdBlue concentration',
  4331: 'AdBlue dosing quantity',
  4334: 'AdBlue dosing pressure',
  4337: 'AdBlue dosing temperature',
  4360: 'Catalyst inlet temperature',
  4363: 'Catalyst outlet temperature',
  4364: 'Catalyst efficiency',
  4374: 'AdBlue pump speed',
  4375: 'AdBlue pump drive',
  4376: 'AdBlue return valve',
  5245: 'AdBlue tank low',
  5246: 'Engine limited for want of AdBlue',
  5394: 'AdBlue dosing valve',
  5435: 'AdBlue pump state',
} as const satisfies Record<AdblueSpn, string>

/** What a report says of an alert of the AdBlue zone, in English (ALR-30). */
export const ADBLUE_ZONE = 'AdBlue zone {zone}: between {from} and {to}'

/** States of the particulate filter's regeneration, as `Fix.dpf` has them (SPN 3700 of SAE J1939), in English (ALR-31). */
export const REGENERATION = { 1: 'Regeneration active', 2: 'Regeneration needed' } as const
