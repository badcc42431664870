import { IconExclamationCircle } from '@tabler/icons-react'
import type { Failure } from '#src/machines/kit/failure.ts'
import classes from './geofences.module.css'
import { GEOFENCES } from './geofences.text.ts'

/** Says in place why something did not work; nothing while it did. */
export const FenceFailure = ({ failure }: { failure: Failure | null }) =>
  failure === null ? null : (
    <FenceNote>
      {failure.kind === 'away' || failure.message === '' ? GEOFENCES.away : failure.message}
    </FenceNote>
  )

/** What is wrong with several fields at once, or with one that is no field. Save puts the focus here. */
export const FaultNote = ({ children }: { children: string }) => (
  <div tabIndex={-1} data-fault>
    <FenceNote>{children}</FenceNote>
  </div>
)

/** A fault in words, said aloud. */
export const FenceNote = ({ children }: { children: string }) => (
  <div className={classes['failure']} role="alert">
    <IconExclamationCircle size={18} stroke={1.75} aria-hidden />
    {children}
  </div>
)
