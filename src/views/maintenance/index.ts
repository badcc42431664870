export { MaintenanceBanner } from './maintenance-banner.tsx'
