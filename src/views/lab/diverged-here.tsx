import type { Divergence } from '#src/services/recorder/replay.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { machineName } from './event-list.tsx'
import classes from './lab.module.css'

/** The first event after which the machines stand elsewhere, with both states of each that does. */
export const DivergedHere = ({ what, machines }: Divergence) => (
  <section className={classes['part']} aria-label={LAB.diverged}>
    <h2>{LAB.diverged}</h2>
    {machines.length === 0 ? <p translate="no">{what}</p> : null}
    <dl className={classes['context']}>
      {machines.map(({ path, recorded, replayed }) => (
        <div key={path} data-changed>
          <dt translate="no">{machineName(path)}</dt>
          <dd>
            {recorded === replayed ? (
              LAB.sameState({ state: recorded ?? LAB.notThere })
            ) : (
              <>
                {LAB.inRecording} <b translate="no">{recorded ?? LAB.notThere}</b>
                <br />
                {LAB.inReplay} <b translate="no">{replayed ?? LAB.notThere}</b>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
