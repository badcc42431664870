import { texts } from '../texts.ts'
/** The tab of the settings; the notice itself is `TEXTS.maintenance`. */
export const MAINTENANCE_TEXT = texts('maintenance', {
  title: 'Maintenance',
  lead: 'While it is on, everyone sees this notice above every page, including the login page. Work can continue as usual.',
  switch: 'Show the maintenance notice',
})
