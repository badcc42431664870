export { TickerBar } from './ticker-bar.tsx'
