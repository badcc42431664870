import { RetryButton } from './retry-button.tsx'
import classes from './retry-note.module.css'

/** Says what could not be loaded beside what is there, and asks again. Something around it has `tabIndex={-1}`. */
export const RetryNote = ({ text, retry, onRetry }: { text: string; retry: string; onRetry: () => void }) => (
  <div className={classes['note']} role="alert">
    {text}
    <RetryButton size="xs" variant="default" onRetry={onRetry}>
      {retry}
    </RetryButton>
  </div>
)
