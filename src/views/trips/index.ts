export { ConnectedTripPlot } from './trip-plot-card.tsx'
export { ConnectedTrips, type FleetTab, PanelTabs } from './trips-panel.tsx'
