import type { ImportResult } from '#contract/records/position-import.ts'
import { IMPORT_SUMMARY, importProblemText } from '#src/texts/en/import.ts'
import { ErrorBox } from '../kit/failure-note.tsx'
import classes from './import.module.css'

const Figure = ({ name, value, note }: { name: string; value: number; note?: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {IMPORT_SUMMARY.count({ count: value })}
      {note === undefined ? null : <small>{note}</small>}
    </dd>
  </div>
)

const namesText = ({ newNames, newVehicles }: ImportResult): string => {
  const names = newNames.join(', ')
  const more = newVehicles - newNames.length
  return more === 0 ? IMPORT_SUMMARY.added({ names }) : IMPORT_SUMMARY.addedAndMore({ names, more })
}

/** A problem behind the number of its line. */
const lineText = ({ line, ...problem }: ImportResult['lines'][number]): string => {
  const reason = importProblemText(problem)
  return line === null ? reason : IMPORT_SUMMARY.line({ line, reason })
}

const Problems = ({ result: { reasons, lines, leftOut, rejected } }: { result: ImportResult }) => (
  <>
    {leftOut.length === 0 ? null : (
      <details className={classes['problems']} open>
        <summary>{IMPORT_SUMMARY.leftOut}</summary>
        <ul>
          {leftOut.map((problem, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and one line may be named twice.
            <li key={at}>{lineText(problem)}</li>
          ))}
        </ul>
      </details>
    )}
    {rejected === 0 ? null : (
      <details className={classes['problems']}>
        <summary>
          {IMPORT_SUMMARY.problems}: {IMPORT_SUMMARY.count({ count: rejected })}
        </summary>
        <ul>
          {reasons.map(({ times, ...problem }) => (
            <li key={JSON.stringify(problem)}>
              <b>{IMPORT_SUMMARY.times({ times })}</b> {importProblemText(problem)}
            </li>
          ))}
        </ul>
        <ul className={classes['lines']}>
          {lines.map((problem, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and one line may be named twice.
            <li key={at}>{lineText(problem)}</li>
          ))}
        </ul>
      </details>
    )}
  </>
)

/** The figures of an import, or of its check, and what could not be used: the same as the command prints. */
export const Summary = ({
  title,
  result,
  isDryRun,
}: {
  title: string
  result: ImportResult
  isDryRun: boolean
}) => (
  <section className={classes['part']} aria-label={title}>
    <h3 className={classes['partTitle']}>{title}</h3>
    {result.unreadable.map((problem) => (
      <ErrorBox key={JSON.stringify(problem)}>{lineText(problem)}</ErrorBox>
    ))}
    {result.isWhole ? null : <p>{IMPORT_SUMMARY.partlyText}</p>}
    <dl className={classes['figures']}>
      <Figure name={IMPORT_SUMMARY.read} value={result.read} />
      <Figure
        name={isDryRun ? IMPORT_SUMMARY.wouldStore : IMPORT_SUMMARY.stored}
        value={result.stored}
        note={result.flagged === 0 ? undefined : IMPORT_SUMMARY.flagged({ count: result.flagged })}
      />
      <Figure name={IMPORT_SUMMARY.duplicate} value={result.duplicate} />
      <Figure name={IMPORT_SUMMARY.rejected} value={result.rejected} />
    </dl>
    {result.vehicles === 0 ? null : (
      <p className={classes['quiet']}>
        {IMPORT_SUMMARY.vehicles({ vehicles: result.vehicles, added: result.newVehicles, days: result.days })}
        {result.newNames.length === 0 ? null : (
          <>
            <br />
            {namesText(result)}
          </>
        )}
      </p>
    )}
    <Problems result={result} />
  </section>
)
