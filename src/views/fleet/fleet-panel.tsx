import { Button, CloseButton, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX, IconSearch, IconTruck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../kit/empty-state.tsx'
import { FLEET } from './fleet.text.ts'
import classes from './fleet-panel.module.css'
import type { Chip } from './status-chips.tsx'
import { StatusChips } from './status-chips.tsx'

/** How the list stands. */
export type ListState = 'loading' | 'failed' | 'ready'

const CHIP_WORDS: Readonly<Record<Chip, string>> = {
  RUNNING: FLEET.running,
  IDLE: FLEET.idle,
  OFFLINE: FLEET.offline,
}

const NothingFound = ({
  search,
  chip,
  onSearch,
  onChip,
}: {
  search: string
  chip: Chip | null
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
  return <EmptyState icon={IconTruck} title={FLEET.none} text={FLEET.noneText} />
}

/** The left panel of the fleet map: search, chips, cards (MAP-03, MAP-04, MAP-06). */
export const FleetPanel = ({
  state,
  found,
  counts,
  chip,
  search,
  isStreamDown,
  onChip,
  onSearch,
  onRetry,
  children,
}: {
  state: ListState
  /** How many vehicles the list holds under search and chip. */
  found: number
  counts: Readonly<Record<Chip, number>>
  chip: Chip | null
  search: string
  isStreamDown: boolean
  onChip: (chip: Chip) => void
  onSearch: (text: string) => void
  onRetry: () => void
  /** The cards. */
  children: ReactNode
}) => (
  <section className={classes['panel']} aria-label={FLEET.panel} aria-busy={state === 'loading'}>
    <div className={classes['tabs']}>
      <h1 className={classes['tab']}>{FLEET.tab}</h1>
      <span className={classes['total']} role="status">
        {state === 'ready' ? FLEET.total(found) : null}
      </span>
    </div>
    <div className={classes['tools']}>
      <TextInput
        type="search"
        classNames={{ input: classes['search'] ?? '' }}
        aria-label={FLEET.search}
        placeholder={FLEET.search}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        rightSection={
          search === '' ? null : (
            <CloseButton size="sm" aria-label={FLEET.clearSearch} onClick={() => onSearch('')} />
          )
        }
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <StatusChips counts={counts} pressed={chip} onPress={onChip} />
    </div>
    {isStreamDown ? (
      <div className={classes['stream']} role="status">
        <IconPlugConnectedX size={18} stroke={1.75} aria-hidden />
        {FLEET.streamDown}
      </div>
    ) : null}
    {state === 'loading' && found === 0 ? (
      <div className={classes['state']} role="status">
        {FLEET.loading}
      </div>
    ) : state === 'failed' && found === 0 ? (
      <div className={classes['state']}>
        <EmptyState icon={IconAlertTriangle} title={FLEET.failed} text={FLEET.failedText}>
          <Button onClick={onRetry}>{FLEET.retry}</Button>
        </EmptyState>
      </div>
    ) : found === 0 ? (
      <div className={classes['state']}>
        <NothingFound search={search} chip={chip} onSearch={onSearch} onChip={onChip} />
      </div>
    ) : (
      children
    )}
  </section>
)
