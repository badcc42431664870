export { DtcPopup } from './dtc-popup.tsx'
