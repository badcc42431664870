import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconFilterOff,
  IconPlugConnectedX,
  IconSearch,
  IconTruck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Chip } from '#src/machines/fleet/list-memo.logic.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { RetryButton } from '../kit/retry-button.tsx'
import { RetryNote } from '../kit/retry-note.tsx'
import { takeFocus } from '../kit/take-focus.ts'
import { FILTERS } from './filters.text.ts'
import { FLEET } from './fleet.text.ts'
import classes from './fleet-panel.module.css'
import { CHOICE } from './vehicle-choice.text.ts'

/** How the list stands; `unasked`: vehicles must be chosen before anything loads (CONFLICT-35). */
export type ListState = 'loading' | 'failed' | 'unasked' | 'ready'

const CHIP_WORDS: Readonly<Record<Chip, string>> = {
  RUNNING: FLEET.running,
  IDLE: FLEET.idle,
  OFFLINE: FLEET.offline,
}

const NothingFound = ({
  search,
  chip,
  isFiltered,
  onSearch,
  onChip,
}: {
  search: string
  chip: Chip | null
  isFiltered: boolean
  onSearch: (text: string) => void
  onChip: (chip: Chip) => void
}) => {
  if (search !== '')
    return (
      <EmptyState icon={IconSearch} title={FLEET.noMatch(search)} text={FLEET.noMatchText}>
        <Button variant="default" onClick={() => onSearch('')}>
          {FLEET.clearSearch}
        </Button>
      </EmptyState>
    )
  if (chip !== null)
    return (
      <EmptyState icon={IconTruck} title={FLEET.noneOfStatus(CHIP_WORDS[chip])} text={FLEET.noneOfStatusText}>
        <Button variant="default" onClick={() => onChip(chip)}>
          {FLEET.showAllStatuses}
        </Button>
      </EmptyState>
    )
  if (isFiltered)
    return <EmptyState icon={IconFilterOff} title={FILTERS.noneLeft} text={FILTERS.noneLeftText} />
  return <EmptyState icon={IconTruck} title={FLEET.none} text={FLEET.noneText} />
}

/** The cards, and whether the rest of a long list is missing; or why there are none and what to do next. */
export const ListBody = ({
  state,
  found,
  children,
  onRetry,
  onShowAll,
  onSelectVehicles,
  ...nothing
}: {
  state: ListState
  /** How many vehicles the list holds under search and chip. */
  found: number
  search: string
  chip: Chip | null
  onSearch: (text: string) => void
  onChip: (chip: Chip) => void
  onShowAll: () => void
  onSelectVehicles: () => void
  onRetry: () => void
  /** Whether filters or a selection leave vehicles out. */
  isFiltered: boolean
  /** The cards. */
  children: ReactNode
}) => {
  if (state === 'unasked')
    return (
      <div className={classes['state']}>
        <EmptyState icon={IconTruck} title={FLEET.chooseFirst} text={FLEET.chooseFirstText}>
          <Button onClick={onSelectVehicles}>{CHOICE.open}</Button>
          <Button variant="default" onClick={onShowAll}>
            {FLEET.showAll}
          </Button>
        </EmptyState>
      </div>
    )
  if (found > 0)
    return (
      <>
        {state === 'failed' ? (
          <RetryNote text={FLEET.restFailed} retry={FLEET.retry} onRetry={onRetry} />
        ) : null}
        {children}
      </>
    )
  if (state === 'loading')
    return (
      <div className={classes['state']} role="status">
        {FLEET.loading}
      </div>
    )
  if (state === 'failed')
    return (
      <div className={classes['state']} role="alert">
        <EmptyState icon={IconAlertTriangle} title={FLEET.failed} text={FLEET.failedText}>
          <RetryButton onRetry={onRetry}>{FLEET.retry}</RetryButton>
        </EmptyState>
      </div>
    )
  return (
    <div className={classes['state']}>
      <NothingFound {...nothing} />
    </div>
  )
}

/** The left panel of the fleet map: search, chips, cards (MAP-03, MAP-04, MAP-06). */
export const FleetPanel = ({
  isBusy,
  streamNote,
  head,
  whose,
  tools,
  children,
}: {
  isBusy: boolean
  /** How live positions stand, where they do not come. */
  streamNote: string | null
  /** The way to the other tab (MAP-03), and how many vehicles are listed. */
  head: ReactNode
  /** The choice whose vehicles are listed, where there is one. */
  whose: ReactNode
  /** What narrows the list. */
  tools: ReactNode
  /** The list. */
  children: ReactNode
}) => (
  <section
    ref={takeFocus}
    tabIndex={-1}
    className={classes['panel']}
    aria-label={FLEET.panel}
    aria-busy={isBusy}
  >
    <div className={classes['tabs']}>{head}</div>
    {whose}
    <div className={classes['tools']}>{tools}</div>
    {streamNote === null ? null : (
      <div className={classes['stream']} role="status">
        <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
        {streamNote}
      </div>
    )}
    {children}
  </section>
)
