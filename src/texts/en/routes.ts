import { texts } from '../texts.ts'

/** Titles and menu labels of the table of routes, by their English. */
const PAGES = texts('routes', {
  Profile: 'Profile',
  Help: 'Help',
  Dashboard: 'Dashboard',
  'Track And Trace': 'Track And Trace',
  Alerts: 'Alerts',
  'Trip Management': 'Trip Management',
  'Fleet Health': 'Fleet Health',
  'Driving Analysis': 'Driving Analysis',
  Reports: 'Reports',
  Settings: 'Settings',
  Demo: 'Demo',
  Lab: 'Lab',
  'Driver Profile': 'Driver Profile',
  'Dealer Profile': 'Dealer Profile',
  'Vehicle Profile': 'Vehicle Profile',
  'My Profile': 'My Profile',
  'Customer Admin': 'Customer Admin',
  Driver: 'Driver',
  Vehicle: 'Vehicle',
  'Track and Trace': 'Track and Trace',
  'Find My Truck': 'Find My Truck',
  'Vehicle Summary': 'Vehicle Summary',
  'Over Speed': 'Over Speed',
  'Fuel Consumption': 'Fuel Consumption',
  'Vehicle Instant': 'Vehicle Instant',
  'Engine Over Run': 'Engine Over Run',
  'Neutral Driving': 'Neutral Driving',
})

/** The name of a page by its title or label in the table of routes. */
export const pageText = (english: string): string =>
  (PAGES as Readonly<Record<string, string>>)[english] ?? english
