// Without the vehicle selection: an export here would load it at once.
export { Filters } from './filters.tsx'
export { SelectionStrip } from './selection-strip.tsx'
export { StatusChips } from './status-chips.tsx'
