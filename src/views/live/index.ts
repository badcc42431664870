export { ConnectedLive } from './live-card.tsx'
