import { useMemo } from 'react'
import type { LabMachine } from '#src/lab/lab-machines.ts'
import type { Path } from '#src/lab/path-cover.ts'
import { pathDifferences } from '#src/lab/path-differences.ts'
import { eventText } from '#src/lab/path-formats.ts'
import { LAB } from '#src/texts/en/lab.ts'
import classes from './lab.module.css'

const stateText = (state: string): string => (state === '' ? '–' : state)

/** The paths that were found. Those that look the same say what tells them apart. */
export const PathList = ({
  lab,
  paths,
  chosen,
  onChoose,
}: {
  lab: LabMachine
  paths: readonly Path[]
  chosen: Path | undefined
  onChoose: (path: Path) => void
}) => {
  const differences = useMemo(() => pathDifferences(lab, paths), [lab, paths])
  return (
    <ul className={classes['list']} aria-label={LAB.paths}>
      {paths.map((path, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paths have no other name, and a new list is a new answer.
        <li key={place}>
          <button type="button" aria-current={path === chosen} onClick={() => onChoose(path)}>
            <span translate="no">
              {place + 1}. {stateText(path.start)} → {stateText(path.steps.at(-1)?.state ?? path.start)}
            </span>
            <small>{LAB.steps({ count: path.steps.length })}</small>
            {differences[place] ? <small translate="no">{differences[place]}</small> : null}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The events of the path that is played; pressing one goes there. */
export const Steps = ({ path, at, onSeek }: { path: Path; at: number; onSeek: (at: number) => void }) => (
  <ol className={classes['steps']} translate="no">
    {[
      { text: LAB.start, state: path.start },
      ...path.steps.map(({ event, state }) => ({ text: eventText(event), state })),
    ].map(({ text, state }, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: an event's place in its path is its name.
      <li key={place}>
        <button type="button" aria-current={place === at ? 'step' : undefined} onClick={() => onSeek(place)}>
          <span>{place === 0 ? '' : place}</span>
          <span>{text}</span>
          <small>{stateText(state)}</small>
        </button>
      </li>
    ))}
  </ol>
)
