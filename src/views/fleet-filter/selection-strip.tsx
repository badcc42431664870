import { Button } from '@mantine/core'
import { IconShare, IconX } from '@tabler/icons-react'
import { VEHICLE_SELECTION } from '#src/texts/en/fleet-filter.ts'
import { LIVE_LINKS } from '#src/texts/en/live-share.ts'
import { IconButton } from '../kit/buttons.tsx'
import classes from './filters.module.css'

/** The batches of a large list: their labels, how many are loaded, and which one is shown (MAP-51). */
export type Batches = {
  readonly labels: readonly string[]
  readonly loaded: number
  /** The batch that is shown alone; null for the whole list. */
  readonly shown: number | null
}

/** The number of selected vehicles, with buttons to change and to clear the selection. */
export const SelectionStrip = ({
  count,
  batches,
  onChange,
  onClear,
  onBatch,
  onShare,
}: {
  count: number
  /** null if the selection is a single batch. */
  batches: Batches | null
  onChange: () => void
  onClear: () => void
  onBatch: (batch: number | null) => void
  /** Shares the shown vehicles; null where the user may not, or they are too many for one link. */
  onShare: (() => void) | null
}) => (
  <section
    className={classes['strip']}
    data-tall={batches !== null}
    aria-label={VEHICLE_SELECTION.chosen({ count })}
  >
    <div className={classes['head']}>
      <span className={classes['selectedCount']}>{VEHICLE_SELECTION.chosen({ count })}</span>
      <Button size="compact-sm" variant="default" onClick={onChange}>
        {VEHICLE_SELECTION.change}
      </Button>
      {onShare === null ? null : (
        <IconButton icon={IconShare} name={LIVE_LINKS.shareSelection} quiet onPress={onShare} />
      )}
      <IconButton icon={IconX} name={VEHICLE_SELECTION.clear} quiet onPress={onClear} />
    </div>
    {batches === null ? null : (
      <>
        <fieldset className={classes['batches']} aria-label={VEHICLE_SELECTION.batches}>
          <button
            type="button"
            className={classes['batch']}
            aria-pressed={batches.shown === null}
            onClick={() => onBatch(null)}
          >
            {VEHICLE_SELECTION.wholeList}
          </button>
          {batches.labels.map((label, batch) => (
            <button
              key={label}
              type="button"
              className={classes['batch']}
              aria-pressed={batches.shown === batch}
              onClick={() => onBatch(batches.shown === batch ? null : batch)}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {batches.shown === null && batches.loaded < batches.labels.length ? (
          <span className={classes['loaded']} role="status">
            {VEHICLE_SELECTION.batchesLoaded({ loaded: batches.loaded, all: batches.labels.length })}
          </span>
        ) : null}
      </>
    )}
  </section>
)
