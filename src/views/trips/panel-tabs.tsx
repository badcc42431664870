import { VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { FLEET } from '../fleet/fleet.text.ts'
import { takeFocus } from '../kit/take-focus.ts'
import classes from './panel-tabs.module.css'
import { TRIPS } from './trips.text.ts'

/** The two tabs of the fleet map by the names of their panels (MAP-03). */
export type FleetTab = 'fmt' | 'trips'

const TABS: readonly (readonly [FleetTab, string])[] = [
  ['fmt', FLEET.tab],
  ['trips', TRIPS.tripsTab],
]
const KEYS: Readonly<Record<string, FleetTab>> = {
  ArrowLeft: 'fmt',
  Home: 'fmt',
  ArrowRight: 'trips',
  End: 'trips',
}

/** The fleet and its running trips, one tab each; arrows go from one to the other. */
export const PanelTabs = ({
  tab,
  keepsFocus,
  onTab,
}: {
  tab: FleetTab
  /** Whether the open tab takes the focus that went with the tabs of the other panel. */
  keepsFocus: boolean
  onTab: (tab: FleetTab) => void
}) => {
  const moveBy = (event: KeyboardEvent) => {
    const next = KEYS[event.key]
    if (next === undefined) return
    event.preventDefault()
    if (next !== tab) onTab(next)
  }
  return (
    <>
      <VisuallyHidden>
        <h1>{tab === 'fmt' ? FLEET.tab : TRIPS.tripsTab}</h1>
      </VisuallyHidden>
      <div className={classes['tabs']} role="tablist" aria-label={TRIPS.tabs} onKeyDown={moveBy}>
        {TABS.map(([name, words]) => (
          <button
            key={name}
            type="button"
            role="tab"
            className={classes['tab']}
            aria-selected={tab === name}
            tabIndex={tab === name ? 0 : -1}
            ref={keepsFocus && tab === name ? takeFocus : undefined}
            onClick={() => onTab(name)}
          >
            {words}
          </button>
        ))}
      </div>
    </>
  )
}
