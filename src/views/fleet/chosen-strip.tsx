import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { IconButton } from '../kit/icon-button.tsx'
import classes from './chosen-strip.module.css'
import { CHOICE } from './vehicle-choice.text.ts'

/** The batches of a large list: which there are, which have come, which one is shown alone (MAP-51). */
export type Batches = {
  readonly labels: readonly string[]
  readonly loaded: number
  /** null: the whole list. */
  readonly shown: number | null
}

/** How many vehicles are selected, with the way to change and to leave that. */
export const ChosenStrip = ({
  count,
  batches,
  onChange,
  onClear,
  onBatch,
}: {
  count: number
  /** null where the selection is one batch. */
  batches: Batches | null
  onChange: () => void
  onClear: () => void
  onBatch: (batch: number | null) => void
}) => (
  <section className={classes['strip']} data-takes-room={batches !== null} aria-label={CHOICE.chosen(count)}>
    <div className={classes['head']}>
      <span className={classes['count']}>{CHOICE.chosen(count)}</span>
      <Button size="compact-sm" variant="default" onClick={onChange}>
        {CHOICE.change}
      </Button>
      <IconButton icon={IconX} name={CHOICE.clear} quiet onPress={onClear} />
    </div>
    {batches === null ? null : (
      <>
        <fieldset className={classes['batches']} aria-label={CHOICE.batches}>
          <button
            type="button"
            className={classes['batch']}
            aria-pressed={batches.shown === null}
            onClick={() => onBatch(null)}
          >
            {CHOICE.wholeList}
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
            {CHOICE.batchesLoaded(batches.loaded, batches.labels.length)}
          </span>
        ) : null}
      </>
    )}
  </section>
)
