export { AlertPopup } from './alert-popup.tsx'
