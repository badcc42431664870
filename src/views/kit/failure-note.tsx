import { IconExclamationCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Failure } from '#src/machines/kit/failure.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { RetryButton } from './buttons.tsx'
import classes from './failure-note.module.css'
import { failureText } from './failure-text.ts'

/** An error in a box, announced when it appears. */
export const ErrorBox = ({ isSmall = false, children }: { isSmall?: boolean; children: ReactNode }) => (
  <div className={classes['failure']} data-small={isSmall || undefined} role="alert">
    <IconExclamationCircle size={isSmall ? 18 : 20} stroke={1.75} aria-hidden />
    {children}
  </div>
)

type FailureProps = {
  /** null draws nothing. */
  readonly failure: Failure | null
  /** The sentence if the server was not reached. */
  readonly away: string
}

/** A box that says why something failed. */
export const FailureNote = ({ failure, away, isSmall = false }: FailureProps & { isSmall?: boolean }) =>
  failure === null ? null : <ErrorBox isSmall={isSmall}>{failureText(failure, away)}</ErrorBox>

/** A line that says why something could not be loaded, with a Retry button if `onRetry` is given. */
export const FailedLoad = ({
  failure,
  away,
  className,
  onRetry,
}: FailureProps & { className?: string | undefined; onRetry?: (() => void) | undefined }) =>
  failure === null ? null : (
    <div className={className} role="alert">
      {failureText(failure, away)}
      {onRetry === undefined ? null : (
        <RetryButton size="xs" variant="default" onRetry={onRetry}>
          {KIT.retry}
        </RetryButton>
      )}
    </div>
  )

/** Says that what is shown could not be refreshed, and why. It is tried again by itself. */
export const NotUpdated = ({ failure }: { failure: Failure | null }) =>
  failure === null ? null : (
    <p className={classes['stale']} role="status">
      {KIT.notUpdated({ reason: failureText(failure, KIT.notReached) })}
    </p>
  )
