import { contextRows } from '#src/lab/context-rows.ts'
import { LAB } from '#src/texts/en/lab.ts'
import classes from './lab.module.css'

/** What a machine remembers, with what the last event has changed. */
export const ContextPanel = ({
  machine,
  before,
  after,
}: {
  machine: string
  before: unknown
  after: unknown
}) => {
  const rows = contextRows(before, after)
  return (
    <section className={classes['part']} aria-label={LAB.context}>
      <h2>
        {LAB.context} <small translate="no">{machine}</small>
      </h2>
      {rows.length === 0 ? <p className={classes['quiet']}>{LAB.noContext}</p> : null}
      <dl className={classes['context']} translate="no">
        {rows.map(({ field, value, before: was }) => (
          <div key={field} data-changed={was !== null || undefined}>
            <dt>{field}</dt>
            <dd>
              {was === null ? null : (
                <>
                  <del>{was}</del>
                  <span aria-hidden> → </span>
                </>
              )}
              {was === null ? value : <ins>{value}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
