export { AlertPopup } from './alert-popup.tsx'
export { AlertSignalFields } from './signal-fields.tsx'
