import { texts } from '../texts.ts'
export const LIVE = texts('live', {
  card: 'Live tracking',
  connecting: 'Connecting…',
  late: 'Late',
  reconnecting: 'Reconnecting…',
  ended: 'Tracking has ended',
  heading: 'Heading',
  odometer: 'Odometer',
  fuel: 'Fuel',
  address: 'Address',
  position: 'Position',
  lastFix: 'Last fix',
  waiting: 'Waiting for the first position…',
  finished: 'The stream has finished. Open Live again to continue.',
  refused: 'You may no longer follow this vehicle.',
  broken: 'Something went wrong. Open Live again to continue.',
  gone: 'This vehicle no longer exists.',
})
