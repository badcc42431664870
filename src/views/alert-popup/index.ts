// Without the popup, which is loaded by itself: an export here would load the switches with it.
export { AlertSignalFields } from './signal-fields.tsx'
