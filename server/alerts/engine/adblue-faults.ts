/**
 * What is wrong with the AdBlue system (SCR), by suspect parameter number of SAE J1939 and by code of SAE J2012. The lists name
 * what trucks report of the tank, the pump, the dosing valve, the catalyst and its sensors.
 */
const BY_SPN: Readonly<Record<number, string>> = {
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
}

const BY_CODE: ReadonlyArray<readonly [pattern: RegExp, fault: string]> = [
  [/^P203[A-F]$/, 'AdBlue tank level'],
  [/^P20(4[789]|5[0-2])$/, 'AdBlue dosing valve'],
  [/^P204[A-F]$/, 'AdBlue dosing pressure'],
  [/^P205[A-D]$/, 'AdBlue tank temperature'],
  [/^P20(7F|F4|F5|E[67])$/, 'AdBlue quality'],
  [/^P20[89][A-D]$/, 'AdBlue pump drive'],
  [/^P20(A[0-3]|E8|E9)$/, 'AdBlue dosing pressure'],
  [/^P20B[9A-F]$/, 'AdBlue tank heater'],
  [/^P20EE$/, 'Catalyst efficiency'],
  [/^P220[0-9A-F]$/, 'NOx sensor before the catalyst'],
  [/^P229[EF]$/, 'NOx sensor after the catalyst'],
]

const SPN = /^(?:SPN\s*)?(\d{1,6})(?:\s*[-/ ,:]\s*(?:FMI\s*)?\d{1,2})?$/i

/** What a diagnostic trouble code says of the AdBlue system; null if it is about something else. */
export const adblueFaultOf = (code: string): string | null => {
  const spn = SPN.exec(code.trim())?.[1]
  if (spn !== undefined) return BY_SPN[Number(spn)] ?? null
  const upper = code.trim().toUpperCase()
  return BY_CODE.find(([pattern]) => pattern.test(upper))?.[1] ?? null
}
