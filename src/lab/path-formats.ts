import type { EventObject } from 'xstate'
import type { LabMachine } from './lab-machines.ts'
import type { Path, PathSet } from './path-cover.ts'

/** The forms that paths are written in. */
export const FORMATS = ['json', 'markdown', 'gherkin', 'vitest'] as const
export type Format = (typeof FORMATS)[number]

/** What the name of a file of each form ends with. */
export const ENDINGS: Readonly<Record<Format, string>> = {
  json: 'json',
  markdown: 'md',
  gherkin: 'feature',
  vitest: 'test.ts',
}

/** Paths with the machine that they lead through, and what they are for. */
export type Described = PathSet & {
  readonly machine: LabMachine
  /** Such as `every transition`. */
  readonly purpose: string
}

/** An event as one word and what it carries: `playback.seek {"index":1}`. */
export const eventText = ({ type, ...payload }: EventObject): string =>
  Object.keys(payload).length === 0 ? type : `${type} ${JSON.stringify(payload)}`

/** A machine without states of its own is named by a dash. */
const stateText = (state: string): string => (state === '' ? '–' : state)

const inputText = ({ machine: { model } }: Described, { input }: Path): string =>
  JSON.stringify(model.inputs[input]) ?? ''

/** Where a path ends, for its title. */
const title = ({ start, steps }: Path, at: number): string =>
  `${at + 1}. ${stateText(start)} to ${stateText(steps.at(-1)?.state ?? start)}, ${steps.length === 1 ? '1 event' : `${steps.length} events`}`

const uncoveredLines = ({ uncovered, machine: { model } }: Described): string[] =>
  uncovered.map((name) => `${name}: ${model.unreachable[name] ?? 'no path leads there'}`)

const json = (described: Described): string => {
  const { machine, purpose, paths, uncovered } = described
  const shown = {
    machine: machine.name,
    purpose,
    paths: paths.map(({ input, start, steps }) => ({
      input: machine.model.inputs[input] ?? null,
      start,
      steps: steps.map(({ event, state, transitions }) => ({ event, state, transitions })),
    })),
    uncovered: Object.fromEntries(uncovered.map((name) => [name, machine.model.unreachable[name] ?? null])),
  }
  return `${JSON.stringify(shown, null, 2)}\n`
}

const markdown = (described: Described): string => {
  const { machine, purpose, paths } = described
  const uncovered = uncoveredLines(described)
  return [
    `# ${machine.name}: ${purpose}`,
    ...paths.flatMap((path, at) => {
      const input = inputText(described, path)
      return [
        `\n## ${title(path, at)}\n`,
        `Starts in \`${stateText(path.start)}\`${input === '' ? '' : ` with \`${input}\``}.\n`,
        ...path.steps.map(
          ({ event, state }, step) => `${step + 1}. \`${eventText(event)}\` → \`${stateText(state)}\``,
        ),
      ]
    }),
    ...(uncovered.length === 0 ? [] : ['\n## Not covered\n', ...uncovered.map((line) => `- ${line}`)]),
    '',
  ].join('\n')
}

const gherkin = (described: Described): string => {
  const { machine, purpose, paths } = described
  return [
    `Feature: ${machine.name}, ${purpose}`,
    ...uncoveredLines(described).map((line) => `  # Not covered: ${line}`),
    ...paths.flatMap((path, at) => {
      const input = inputText(described, path)
      return [
        `\n  Scenario: ${title(path, at)}`,
        `    Given the ${machine.name} machine is in "${stateText(path.start)}"${input === '' ? '' : ` with ${input}`}`,
        ...path.steps.flatMap(({ event, state }) => [
          `    When ${eventText(event)}`,
          `    Then the state is "${stateText(state)}"`,
        ]),
      ]
    }),
    '',
  ].join('\n')
}

const vitest = (described: Described): string => {
  const { machine, purpose, paths } = described
  const tests = paths.map((path, at) => {
    const input = inputText(described, path)
    return [
      `test(${JSON.stringify(title(path, at))}, () => {`,
      `  const { stateAt${path.steps.length > 0 ? ', send' : ''} } = startSilent(${machine.exported}${input === '' ? '' : `, ${input}`})`,
      `  expect(stateAt()).toBe(${JSON.stringify(path.start)})`,
      ...path.steps.flatMap(({ event, state }) => [
        `  send(${JSON.stringify(event)})`,
        `  expect(stateAt()).toBe(${JSON.stringify(state)})`,
      ]),
      '})',
    ].join('\n')
  })
  return [
    `// ${machine.name}: ${purpose}. Written by npm run paths.`,
    '// biome-ignore-all format: an event a line',
    `import { expect, test } from 'vitest'`,
    `import { startSilent } from '#src/lab/start-silent.ts'`,
    `import { ${machine.exported} } from '#src/machines/${machine.file}'`,
    '',
    tests.join('\n\n'),
    '',
  ].join('\n')
}

const WRITERS: Readonly<Record<Format, (described: Described) => string>> = {
  json,
  markdown,
  gherkin,
  vitest,
}

/** Paths in one of the forms. A Vitest file runs in this project. */
export const writePaths = (format: Format, described: Described): string => WRITERS[format](described)
