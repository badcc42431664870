import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Button, Menu, MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { targetsOf } from '#src/lab/chart.ts'
import { timedTransport } from '#src/lab/due-times.ts'
import type { LabMachine } from '#src/lab/lab-machines.ts'
import { type Coverage, type Path, type PathSet, purposeOf, type Question } from '#src/lab/path-cover.ts'
import { type Described, ENDINGS, FORMATS, type Format, writePaths } from '#src/lab/path-formats.ts'
import { runRecording } from '#src/lab/recorded-run.ts'
import { walk } from '#src/lab/start-silent.ts'
import { statesOf } from '#src/lab/state-graph.ts'
import { type Taken, takenBy } from '#src/lab/taken.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { useServices } from '../kit/app-context.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import { createToasts } from '../kit/toasts.tsx'
import { Chart } from './chart.tsx'
import { ContextPanel } from './context-panel.tsx'
import classes from './lab.module.css'
import { PathList, Steps } from './path-list.tsx'
import { Transport } from './transport.tsx'
import { useWalk, useWalks } from './use-walk.ts'

const toasts = createToasts()
const EVERYTHING: Question = { coverage: 'transitions', to: undefined, avoid: [] }
const NO_PATHS: PathSet = { paths: [], uncovered: [] }

const COUNTS = ['none', 'tests', 'session'] as const
type Counts = (typeof COUNTS)[number]

const PathFiles = ({ described }: { described: Described }) => {
  const { clipboard, saveFile } = useServices()
  const copy = () =>
    clipboard.write(writePaths('vitest', described)).then(
      () => toasts.show({ kind: 'success', text: null, detail: LAB.copied }),
      () => toasts.show({ kind: 'error', text: null, detail: LAB.notCopied }),
    )
  const save = (format: Format) =>
    saveFile(
      new Blob([writePaths(format, described)], { type: 'text/plain' }),
      `${described.machine.name}.${ENDINGS[format]}`,
    )
  return (
    <>
      <Button variant="default" leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />} onClick={copy}>
        {LAB.copyTest}
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}>
            {LAB.download}
          </Button>
        </Menu.Target>
        <Menu.Dropdown translate="no">
          {FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => save(format)}>
              {described.machine.name}.{ENDINGS[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** What a question asks for: a target or a cover, and events that no path may use. */
const QuestionFields = ({
  lab,
  question,
  onChange,
}: {
  lab: LabMachine
  question: Question
  onChange: (question: Question) => void
}) => {
  const { states, transitions } = useMemo(() => targetsOf(lab.machine), [lab])
  return (
    <>
      <Select
        label={LAB.target}
        placeholder={LAB.everything}
        clearable
        searchable
        data={[
          { group: LAB.states, items: states },
          { group: LAB.transitions, items: transitions },
        ]}
        value={question.to ?? null}
        onChange={(to) => onChange({ ...question, to: to ?? undefined })}
      />
      <MultiSelect
        label={LAB.avoid}
        description={LAB.avoidHint}
        data={[...new Set(lab.model.stimuli.map(({ type }) => type))]}
        searchable
        clearable
        value={[...question.avoid]}
        onChange={(avoid) => onChange({ ...question, avoid })}
      />
      {question.to === undefined ? (
        <SegmentedControl
          fullWidth
          aria-label={LAB.cover}
          data={[
            { value: 'transitions', label: LAB.transitions },
            { value: 'states', label: LAB.states },
            { value: 'pairs', label: LAB.pairs },
          ]}
          value={question.coverage}
          onChange={(coverage) => onChange({ ...question, coverage: coverage as Coverage })}
        />
      ) : null}
    </>
  )
}

const Uncovered = ({ lab, names }: { lab: LabMachine; names: readonly string[] }) =>
  names.length === 0 ? null : (
    <section className={classes['part']}>
      <h2>{LAB.uncovered}</h2>
      <ul className={classes['uncovered']}>
        {names.map((name) => (
          <li key={name}>
            <span translate="no">{name}</span>
            <br />
            <small>{lab.model.unreachable[name] ?? LAB.noReason}</small>
          </li>
        ))}
      </ul>
    </section>
  )

/** How often each transition was taken, the rarest first, also those that the chart does not draw: they lead to no other state. */
const TakenList = ({
  lab,
  heat,
  chosen,
  onChoose,
}: {
  lab: LabMachine
  heat: Taken
  chosen: string | undefined
  onChoose: (name: string) => void
}) => {
  const rows = useMemo(() => {
    return targetsOf(lab.machine)
      .transitions.map((name) => ({ name, count: heat.get(name) ?? 0 }))
      .toSorted((a, b) => a.count - b.count || a.name.localeCompare(b.name))
  }, [lab, heat])
  const taken = rows.filter(({ count }) => count > 0).length
  return (
    <section className={classes['part']}>
      <h2>{LAB.taken({ taken, count: rows.length })}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by the keyboard. */}
      <ul className={classes['taken']} tabIndex={0} aria-label={LAB.transitions} translate="no">
        {rows.map(({ name, count }) => (
          <li key={name}>
            <button type="button" aria-current={name === chosen} onClick={() => onChoose(name)}>
              <span>{name}</span>
              <b>{count}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The paths of one machine: the questions, the paths that answer them, and one path played on its chart. */
export const MachinePaths = ({
  lab,
  first,
  choice,
}: {
  lab: LabMachine
  /** The target at the start. */
  first: string | undefined
  /** The choice of the machine. */
  choice: ReactNode
}) => {
  const { problemReport } = useServices()
  const walks = useWalks()
  const [question, setQuestion] = useState<Question>({ ...EVERYTHING, to: first })
  const [counts, setCounts] = useState<Counts>('none')
  const walked = useWalk(walks, lab.name, question)
  const tested = useWalk(walks, lab.name, counts === 'tests' ? EVERYTHING : null)
  const { paths, uncovered } = walked.state === 'found' ? walked.found : NO_PATHS
  const [picked, setPicked] = useState<Path>()
  const path = picked !== undefined && paths.includes(picked) ? picked : paths[0]
  const snapshots = useMemo(() => (path === undefined ? [] : walk(lab, path)), [lab, path])
  const transport = useActorRef(timedTransport, { input: { length: 0 } })
  useEffect(() => {
    transport.send({ type: 'transport.listChanged', length: path?.steps.length ?? 0, at: 0 })
  }, [transport, path])
  const at = Math.min(
    useSelector(transport, ({ context }) => context.at),
    Math.max(0, snapshots.length - 1),
  )
  const snapshot = snapshots[at]
  const [session, setSession] = useState<Taken>()
  const heat = useMemo(
    () =>
      counts === 'session'
        ? session
        : counts === 'tests' && tested.state === 'found'
          ? takenBy(tested.found.paths)
          : undefined,
    [counts, session, tested],
  )
  const choose = (chosen: Counts) => {
    setCounts(chosen)
    if (chosen === 'session')
      void runRecording(problemReport.recording()).then(({ taken }) => setSession(taken(lab.machine.id)))
  }
  return (
    <div className={classes['columns']}>
      <div className={classes['side']}>
        <section className={classes['part']}>
          <h1>{LAB.paths}</h1>
          <div className={classes['fields']}>
            {choice}
            <QuestionFields lab={lab} question={question} onChange={setQuestion} />
          </div>
        </section>
        <section className={classes['part']} role="status">
          {walked.state === 'walking' ? <p className={classes['quiet']}>{LAB.walking}</p> : null}
          {walked.state === 'failed' ? <ErrorBox>{walked.why}</ErrorBox> : null}
          {walked.state === 'found' ? <b>{LAB.found({ count: paths.length })}</b> : null}
          {walked.state === 'found' && paths.length === 0 ? (
            <p className={classes['quiet']}>{LAB.nowhere}</p>
          ) : null}
        </section>
        <PathList lab={lab} paths={paths} chosen={path} onChoose={setPicked} />
        <Uncovered lab={lab} names={uncovered} />
      </div>
      <div className={classes['middle']}>
        <div className={classes['above']}>
          <b translate="no">{lab.name}</b>
          <span className={classes['label']} title={LAB.heatHint}>
            {LAB.heat}
            <SegmentedControl
              aria-label={LAB.heat}
              data={[
                { value: 'none', label: LAB.heatNone },
                { value: 'tests', label: LAB.heatTests },
                { value: 'session', label: LAB.heatSession },
              ]}
              value={counts}
              onChange={(value) => choose(value as Counts)}
            />
          </span>
        </div>
        <Chart
          machine={lab.machine}
          active={snapshot === undefined ? [] : statesOf(snapshot.value)}
          just={path?.steps[at - 1]?.transitions ?? []}
          chosen={question.to}
          heat={heat}
          onChoose={(name) => setQuestion({ ...question, to: name === '' ? undefined : name })}
        />
        <div className={classes['below']}>
          <Transport transport={transport}>
            {path === undefined ? null : (
              <PathFiles described={{ machine: lab, purpose: purposeOf(question), paths, uncovered }} />
            )}
          </Transport>
        </div>
      </div>
      <div className={classes['side']}>
        {heat === undefined ? null : (
          <TakenList
            lab={lab}
            heat={heat}
            chosen={question.to}
            onChoose={(to) => setQuestion({ ...question, to })}
          />
        )}
        {path === undefined ? (
          <p className={`${classes['part']} ${classes['quiet']}`}>{LAB.startHint}</p>
        ) : (
          <section className={classes['part']}>
            <h2>{LAB.events}</h2>
            <Steps
              path={path}
              at={at}
              onSeek={(to) => transport.send({ type: 'transport.sought', at: to })}
            />
          </section>
        )}
        {snapshot === undefined ? null : (
          <ContextPanel machine={lab.name} before={snapshots[at - 1]?.context} after={snapshot.context} />
        )}
      </div>
    </div>
  )
}
