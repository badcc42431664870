import { IconExclamationCircle } from '@tabler/icons-react'
import type { Failure } from '#src/machines/kit/failure.ts'
import { SETTINGS } from '#src/texts/en/settings.ts'
import { failureText } from '../kit/failure-text.ts'
import classes from './settings.module.css'

/** Says in place why something did not work; nothing while it did. */
export const FailureNote = ({ failure }: { failure: Failure | null }) =>
  failure === null ? null : (
    <div className={classes['failure']} role="alert">
      <IconExclamationCircle size={20} stroke={1.75} aria-hidden />
      {failureText(failure, SETTINGS.away)}
    </div>
  )
