import '@mantine/core/styles/Checkbox.css'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { RECORDING_NOTE_LENGTH } from '#contract/records/recording.ts'
import { selectSupportEmail, selectUser } from '#src/machines/app/app.selectors.ts'
import { type Failure, failureOf } from '#src/machines/kit/failure.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { PROBLEM_REPORT } from '#src/texts/en/problem-report.ts'
import { useAppSelector, useServices } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/buttons.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorBox, FailureNote } from '../kit/failure-note.tsx'
import { formatDateTime, formatDuration } from '../kit/formats.ts'
import { TextArea, tooLongText } from '../kit/text-field.tsx'
import classes from './problem-report-dialog.module.css'

/** The newest events are listed; the file holds all. */
const LISTED = 200

type Outcome =
  | { readonly state: 'none' | 'saving' | 'sending' | 'notSaved' }
  | { readonly state: 'notSent'; readonly failure: Failure }
  | { readonly state: 'saved'; readonly name: string }
  | { readonly state: 'sent'; readonly id: number }

/** Shows what a report of a problem would hold, takes a sentence, and saves the file. */
const ProblemReportDialog = ({ onClose }: { onClose: () => void }) => {
  const { problemReport } = useServices()
  const email = useAppSelector(selectSupportEmail)
  const [{ since, events }] = useState(problemReport.contents)
  const [note, setNote] = useState('')
  const [withPlaces, setWithPlaces] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' })
  const isMember = useAppSelector(selectUser) !== null
  const isTooLong = tooLongText(note, RECORDING_NOTE_LENGTH) !== null
  const send = () => {
    if (outcome.state === 'sending' || isTooLong) return
    setOutcome({ state: 'sending' })
    problemReport.send(note, { withPlaces }).then(
      (id) => setOutcome({ state: 'sent', id }),
      (error: unknown) => setOutcome({ state: 'notSent', failure: failureOf(error) }),
    )
  }
  const save = () => {
    if (isTooLong) return
    setOutcome({ state: 'saving' })
    problemReport.save(note, { withPlaces }).then(
      (name) => setOutcome({ state: 'saved', name }),
      () => setOutcome({ state: 'notSaved' }),
    )
  }
  const contents = PROBLEM_REPORT.contents({ count: events.length, time: formatDateTime(since) })
  return (
    <Dialog title={PROBLEM_REPORT.open} size={520} closeName={KIT.close} onClose={onClose}>
      <div className={classes['report']}>
        <p>{PROBLEM_REPORT.lead}</p>
        <p className={classes['quiet']}>{PROBLEM_REPORT.privacy}</p>
        <details className={classes['contents']}>
          <summary>{contents}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard. */}
          <ol translate="no" tabIndex={0} aria-label={contents}>
            {events.slice(-LISTED).map(({ at, to, event }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
              <li key={place}>
                <span>{formatDuration(at)}</span> {event.type} <small>{to}</small>
              </li>
            ))}
          </ol>
        </details>
        <TextArea
          label={PROBLEM_REPORT.note}
          description={PROBLEM_REPORT.noteHint}
          data-autofocus
          rows={4}
          most={RECORDING_NOTE_LENGTH}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Checkbox
          label={PROBLEM_REPORT.withPlaces}
          description={PROBLEM_REPORT.withPlacesHint}
          checked={withPlaces}
          onChange={({ currentTarget }) => setWithPlaces(currentTarget.checked)}
        />
        {outcome.state === 'notSaved' ? <ErrorBox>{PROBLEM_REPORT.notSaved}</ErrorBox> : null}
        {outcome.state === 'notSent' ? (
          <FailureNote failure={outcome.failure} away={PROBLEM_REPORT.notSent} />
        ) : null}
        <div className={classes['end']}>
          <span role="status">
            {outcome.state === 'sent' ? PROBLEM_REPORT.sent({ id: outcome.id }) : null}
            {outcome.state !== 'saved'
              ? null
              : email === ''
                ? PROBLEM_REPORT.saved({ name: outcome.name })
                : PROBLEM_REPORT.savedFor({ name: outcome.name, email })}
          </span>
          <BusyButton
            busy={outcome.state === 'saving'}
            onClick={save}
            {...(isMember ? { variant: 'default' } : {})}
          >
            {PROBLEM_REPORT.save}
          </BusyButton>
          {isMember && outcome.state !== 'sent' ? (
            <BusyButton busy={outcome.state === 'sending'} onClick={send}>
              {PROBLEM_REPORT.send}
            </BusyButton>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

export default ProblemReportDialog
