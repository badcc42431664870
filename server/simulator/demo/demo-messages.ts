/** Messages of the demo's ticker, newest first: a long one, a critical one and a plain one. */
export const DEMO_MESSAGES: ReadonlyArray<{
  readonly content: string
  readonly isCritical: boolean
  readonly hoursAgo: number
}> = [
  {
    content:
      'Heavy rain is forecast along the Konkan coast and the western ghats until Sunday evening. Expect slow traffic on the ghat sections between Mumbai, Pune and Kolhapur, and plan longer driving times and rests for your crews.',
    isCritical: false,
    hoursAgo: 2,
  },
  {
    content: 'AdBlue supply is short at several stations in Vidarbha: please fill up before leaving Nagpur.',
    isCritical: true,
    hoursAgo: 9,
  },
  {
    content: 'New: play back any drive on record from the card of a truck.',
    isCritical: false,
    hoursAgo: 52,
  },
]
