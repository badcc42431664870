// What the fleet panel shows of filters and selection. The vehicle selection itself loads when it is opened.
export { Filters } from './filters.tsx'
export { SelectionStrip } from './selection-strip.tsx'
export { StatusChips } from './status-chips.tsx'
