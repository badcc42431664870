import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconAlertTriangle, IconFileCode } from '@tabler/icons-react'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import { timedTransport } from '#src/lab/due-times.ts'
import { LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { eventText } from '#src/lab/path-formats.ts'
import type { RecordedRun } from '#src/lab/recorded-run.ts'
import { regressionTest } from '#src/lab/regression-test.ts'
import { innermost, statesOf } from '#src/lab/state-graph.ts'
import type { Walks } from '#src/lab/walks.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { useServices } from '../kit/app-context.tsx'
import { BusyButton, RouteLink } from '../kit/buttons.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import { formatDateTime } from '../kit/formats.ts'
import { createToasts } from '../kit/toasts.tsx'
import { Chart } from './chart.tsx'
import { ContextPanel } from './context-panel.tsx'
import { DivergedHere } from './diverged-here.tsx'
import { EVERY_EVENT, type EventFilter, EventList, filtered, machineName } from './event-list.tsx'
import classes from './lab.module.css'
import { RecordedScreen } from './recorded-screen.tsx'
import { Transport } from './transport.tsx'
import { useWalk, useWalks } from './use-walk.ts'

const toasts = createToasts()

/** The state that a test or a path can name; of several at a time, the last, and `error` of a machine that broke. */
const oneState = ({ status, value }: AnyMachineSnapshot): string =>
  status === 'error' ? 'error' : (statesOf(value).at(-1) ?? '')

/** Paths of the model into the state that is shown. */
const PathsHere = ({
  walks,
  machineId,
  state,
}: {
  walks: Walks | undefined
  machineId: string
  state: string
}) => {
  const lab = LAB_MACHINES.find(({ machine }) => machine.id === machineId)
  const walked = useWalk(
    lab && walks,
    lab?.name ?? '',
    lab === undefined || state === '' ? null : { coverage: 'transitions', to: state, avoid: [] },
  )
  if (lab === undefined || state === '') return null
  const paths = walked.state === 'found' ? walked.found.paths : []
  return (
    <section className={classes['part']}>
      <h2>{LAB.pathsHere}</h2>
      <p className={classes['quiet']}>
        {walked.state === 'walking' ? LAB.walking : LAB.found({ count: paths.length })}
      </p>
      <ol className={classes['uncovered']} translate="no">
        {paths.map(({ steps }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paths have no other name.
          <li key={place}>
            {steps.map(({ event }) => eventText(event).slice(0, 60)).join(' → ') || LAB.start}
          </li>
        ))}
      </ol>
      <RouteLink to={`/lab/paths?machine=${lab.name}&to=${encodeURIComponent(state)}`}>{LAB.paths}</RouteLink>
    </section>
  )
}

/** Writes a test of how the events lead to a state, with the fewest that do. */
const useExport = (run: RecordedRun, walks: Walks | undefined) => {
  const { saveFile } = useServices()
  const [isBusy, setBusy] = useState(false)
  const save = (path: string, state: string, fed: number) => {
    if (walks === undefined || isBusy) return
    setBusy(true)
    const from = run.recording.segments[0]?.snapshot ?? null
    const goal = { path, state }
    walks
      .shrink(goal, run.fedEvents.slice(0, fed), from)
      .then(
        (few) => {
          const name = `${path.replaceAll('/', '-') || 'app'}-${state}.test.ts`
          saveFile(new Blob([regressionTest(goal, few, from)], { type: 'text/plain' }), name)
          toasts.show({ kind: 'success', text: null, detail: LAB.exported({ count: few.length, name }) })
        },
        () => toasts.show({ kind: 'error', text: null, detail: LAB.notExported }),
      )
      .finally(() => setBusy(false))
  }
  return { isBusy, save }
}

/** What is shown of the events, and where one was before that: so many of them had happened, up to this one. */
type Filtered = {
  readonly filter: EventFilter
  readonly kept: { readonly at: number; readonly number: number }
}

/** A recording that was run: its events, one machine at a moment, and what the last event changed in it. */
export const RunView = ({ run, onClose }: { run: RecordedRun; onClose: () => void }) => {
  const walks = useWalks()
  const [{ filter, kept }, setFiltered] = useState<Filtered>({
    filter: EVERY_EVENT,
    kept: { at: 0, number: -1 },
  })
  const [view, setView] = useState<'machine' | 'screen'>('machine')
  const [pinned, setPinned] = useState<string | null>(null)
  const shown = useMemo(() => filtered(run.events, filter), [run, filter])
  const transport = useActorRef(timedTransport, { input: { length: shown.length } })
  const at = Math.min(
    useSelector(transport, ({ context }) => context.at),
    shown.length,
  )
  const current = shown[at - 1]
  const number = current?.number ?? -1
  const changeFilter = (next: EventFilter) => {
    // A filter that hides the event does not lose the place, which the next one may show again.
    const place = at === kept.at ? kept.number : number
    const list = filtered(run.events, next)
    const until = list.filter((event) => event.number <= place).length
    setFiltered({ filter: next, kept: { at: until, number: place } })
    transport.send({ type: 'transport.listChanged', length: list.length, at: until })
  }
  const fed = current?.fed ?? 0
  const { isBusy, save } = useExport(run, walks)
  const path = pinned ?? current?.to ?? ''
  const running = run.machineAt(path, fed)
  const before = run.machineAt(path, fed - (current?.external === false ? 0 : 1))
  const state = running === undefined ? '' : oneState(running.snapshot)
  const { startedAt, release, note } = run.recording
  const nextTrouble = shown.findIndex((event) => event.number > number && run.troubles.includes(event.number))
  return (
    <div className={classes['columns']}>
      <div className={classes['side']}>
        <section className={`${classes['part']} ${classes['recording']}`}>
          <div className={classes['head']}>
            <h1>{LAB.replay}</h1>
            <Button variant="default" size="xs" onClick={onClose}>
              {LAB.openFile}
            </Button>
          </div>
          <p className={classes['quiet']}>
            {LAB.recorded({ time: formatDateTime(startedAt), release, count: run.events.length })}
          </p>
          {note ? (
            <blockquote className={classes['note']} translate="no">
              {note}
            </blockquote>
          ) : null}
          {run.divergedAt === null ? null : <ErrorBox isSmall>{LAB.divergedText}</ErrorBox>}
        </section>
        <EventList
          run={run}
          shown={shown}
          at={at}
          filter={filter}
          onFilter={changeFilter}
          onSeek={(to) => transport.send({ type: 'transport.sought', at: to })}
        />
      </div>
      <div className={classes['middle']}>
        <div className={classes['above']}>
          <SegmentedControl
            aria-label={LAB.view}
            data={[
              { value: 'machine', label: LAB.asMachine },
              { value: 'screen', label: LAB.asScreen },
            ]}
            value={view}
            onChange={(value) => setView(value as typeof view)}
          />
          <Select
            aria-label={LAB.machine}
            searchable
            data={run.pathsAt(fed).map((each) => ({ value: each || '/', label: machineName(each) }))}
            value={path === '' ? '/' : path}
            allowDeselect={false}
            onChange={(chosen) => setPinned(chosen === '/' ? '' : chosen)}
          />
          {running === undefined ? null : (
            <b translate="no">
              {running.snapshot.status === 'error' ? LAB.broken : innermost(running.snapshot.value) || '–'}
            </b>
          )}
        </div>
        {view === 'screen' ? (
          <RecordedScreen run={run} fed={fed} />
        ) : running === undefined ? (
          <p className={classes['gone']}>{LAB.gone}</p>
        ) : (
          <Chart
            machine={running.machine}
            active={statesOf(running.snapshot.value)}
            just={current?.external === false ? [] : run.takenAt(path, fed)}
            heat={undefined}
          />
        )}
        <div className={classes['below']}>
          <Transport transport={transport}>
            <Button
              variant="default"
              leftSection={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
              disabled={nextTrouble < 0}
              onClick={() => transport.send({ type: 'transport.sought', at: nextTrouble + 1 })}
            >
              {LAB.nextTrouble}
            </Button>
            <BusyButton
              variant="default"
              busy={isBusy}
              leftSection={<IconFileCode size={18} stroke={1.75} aria-hidden />}
              onClick={() => {
                if (state !== '') save(path, state, fed)
              }}
            >
              {LAB.exportTest}
            </BusyButton>
          </Transport>
        </div>
      </div>
      <div className={classes['side']}>
        {current === undefined ? null : (
          <section className={classes['part']}>
            <h2 translate="no">{machineName(current.to)}</h2>
            <p className={classes['event']} translate="no">
              {eventText(current.event)}
            </p>
          </section>
        )}
        {run.divergence !== null && number === run.divergedAt ? <DivergedHere {...run.divergence} /> : null}
        {running === undefined ? null : (
          <>
            <ContextPanel
              machine={machineName(path)}
              before={at === 0 ? undefined : before?.snapshot.context}
              after={running.snapshot.context}
            />
            <PathsHere walks={walks} machineId={running.machine.id} state={state} />
          </>
        )}
      </div>
    </div>
  )
}
