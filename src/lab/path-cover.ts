import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { innermost, statesOf } from '../services/recorder/states.ts'
import type { StateGraph, Step } from './state-graph.ts'

/** What a set of paths covers: every transition, every state, or every two transitions that follow each other. */
export const COVERAGES = ['transitions', 'states', 'pairs'] as const
export type Coverage = (typeof COVERAGES)[number]

/** One event of a path, the state it leads to, and the names of the transitions it takes. */
export type PathStep = {
  readonly event: EventObject
  readonly state: string
  readonly transitions: readonly string[]
}

/** A path from the start with one of the model's inputs, by its place there. */
export type Path = {
  readonly input: number
  /** The state at the start, and the names of the transitions that lead there. */
  readonly start: string
  readonly begun: readonly string[]
  readonly steps: readonly PathStep[]
}

/** Paths, and what of the machine none of them covers. */
export type PathSet = { readonly paths: readonly Path[]; readonly uncovered: readonly string[] }

/** A path goes on to what is still uncovered beside it up to this length, so that the set stays small. */
const LONGEST = 12

/** A way from a start, and the machine's state at its end. */
type Trail = {
  readonly start: number
  readonly turns: readonly (Step & { readonly event: EventObject })[]
  readonly snapshot: AnyMachineSnapshot
}

const keyOf = ({ starts }: StateGraph, { start, turns }: Trail): string =>
  turns.at(-1)?.key ?? starts[start]?.key ?? ''

const extended = (graph: StateGraph, trail: Trail, event: EventObject): Trail => {
  const step = graph.step(trail.snapshot, event)
  return { ...trail, turns: [...trail.turns, { ...step, event }], snapshot: step.snapshot }
}

/** A shortest way to each node from the first start that leads there, without events to avoid. */
const shortestTrails = (graph: StateGraph, avoid: ReadonlySet<string>): ReadonlyMap<string, Trail> => {
  const trails = new Map<string, Trail>()
  for (const [start, { key }] of graph.starts.entries()) {
    const node = graph.nodes.get(key)
    if (node === undefined || trails.has(key)) continue
    const ofStart = new Map<string, Trail>([[key, { start, turns: [], snapshot: node.snapshot }]])
    // A map is visited in the order of its keys, and grows while it is: breadth first.
    for (const [from, trail] of ofStart)
      for (const { event, to } of graph.nodes.get(from)?.edges ?? [])
        if (!avoid.has(event.type) && !trails.has(to) && !ofStart.has(to))
          ofStart.set(to, extended(graph, trail, event))
    for (const [to, trail] of ofStart) trails.set(to, trail)
  }
  return trails
}

const pathOf = ({ nodes, starts }: StateGraph, { start, turns }: Trail): Path => {
  const begun = starts[start]
  const first = nodes.get(begun?.key ?? '')
  return {
    input: begun?.input ?? 0,
    start: first === undefined ? '' : innermost(first.snapshot.value),
    begun: begun?.transitions ?? [],
    steps: turns.map(({ event, snapshot, transitions }) => ({
      ...{ event, transitions },
      state: innermost(snapshot.value),
    })),
  }
}

/** What one turn more adds to what a way covers, by name. */
type Added = (
  before: readonly string[],
  turn: { readonly states: readonly string[]; readonly transitions: readonly string[] },
) => readonly string[]

const ADDED: Readonly<Record<Coverage, Added>> = {
  transitions: (_, { transitions }) => transitions,
  states: (_, { states }) => states,
  pairs: (before, { transitions }) =>
    before.flatMap((first) => transitions.map((next) => `${first} → ${next}`)),
}

/** Drops each way whose cover the others have, the longest first. */
const withoutSpare = (trails: ReadonlyMap<Trail, ReadonlySet<string>>): Trail[] => {
  const times = new Map<string, number>()
  for (const names of trails.values()) for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  const kept = new Set(trails.keys())
  const longestFirst = [...trails].toSorted(([a], [b]) => b.turns.length - a.turns.length)
  for (const [trail, names] of longestFirst) {
    if ([...names].some((name) => times.get(name) === 1)) continue
    kept.delete(trail)
    for (const name of names) times.set(name, (times.get(name) ?? 0) - 1)
  }
  return [...kept]
}

/** What there is to cover where it can be told before walking. */
const wantedOf = ({ nodes, transitions }: StateGraph, coverage: Coverage): readonly string[] => {
  if (coverage === 'transitions') return transitions
  return coverage === 'states' ? [...new Set([...nodes.values()].flatMap(({ states }) => states))] : []
}

/**
 * A few short paths without the types of events in `avoid` that cover what the graph has to cover; the same for the same
 * graph. Each was walked, so its states are those the machine has.
 */
export const coveringPaths = (
  graph: StateGraph,
  coverage: Coverage,
  avoid: readonly string[] = [],
): PathSet => {
  const avoided = new Set(avoid)
  const added = ADDED[coverage]
  const covered = new Set<string>()
  const trails = new Map<Trail, Set<string>>()
  const isNew = (names: readonly string[]) => names.some((name) => !covered.has(name))
  const edgesAt = (key: string) =>
    (graph.nodes.get(key)?.edges ?? []).filter(({ event }) => !avoided.has(event.type))
  const statesAt = (key: string) => graph.nodes.get(key)?.states ?? []
  const lastOf = ({ start, turns }: Trail) =>
    turns.at(-1)?.transitions ?? graph.starts[start]?.transitions ?? []

  const namesOf = ({ start, turns }: Trail): Set<string> => {
    const begun = graph.starts[start]
    let before = begun?.transitions ?? []
    const names = new Set(added([], { states: statesAt(begun?.key ?? ''), transitions: before }))
    for (const { snapshot, transitions } of turns) {
      for (const name of added(before, { states: statesOf(snapshot.value), transitions })) names.add(name)
      before = transitions
    }
    return names
  }

  /** The way with one event more that covers something new; undefined if none does. */
  const further = (trail: Trail): Trail | undefined => {
    const before = lastOf(trail)
    for (const { event, to, transitions } of edgesAt(keyOf(graph, trail))) {
      if (!isNew(added(before, { states: statesAt(to), transitions }))) continue
      const next = extended(graph, trail, event)
      const states = statesOf(next.snapshot.value)
      if (isNew(added(before, { states, transitions: lastOf(next) }))) return next
    }
    return undefined
  }

  /** Keeps a way, and goes on to what is still uncovered beside its end. */
  const keep = (trail: Trail) => {
    let whole = trail
    for (;;) {
      for (const name of namesOf(whole)) covered.add(name)
      const next = whole.turns.length < LONGEST ? further(whole) : undefined
      if (next === undefined) break
      whole = next
    }
    trails.set(whole, namesOf(whole))
  }

  for (const [key, trail] of shortestTrails(graph, avoided)) {
    if (isNew([...namesOf(trail)])) keep(trail)
    for (let next = further(trail); next !== undefined; next = further(trail)) keep(next)
    if (coverage !== 'pairs') continue
    for (const { event, transitions } of edgesAt(key)) {
      if (transitions.length === 0) continue
      const one = extended(graph, trail, event)
      for (let next = further(one); next !== undefined; next = further(one)) keep(next)
    }
  }
  return {
    paths: withoutSpare(trails).map((trail) => pathOf(graph, trail)),
    uncovered: wantedOf(graph, coverage).filter((name) => !covered.has(name)),
  }
}

/** A shortest path to each node, and the machine's state there. */
export const shortestPaths = (graph: StateGraph): { path: Path; snapshot: AnyMachineSnapshot }[] =>
  [...shortestTrails(graph, new Set()).values()].map((trail) => ({
    path: pathOf(graph, trail),
    snapshot: trail.snapshot,
  }))

/** Paths into one state, or over one transition, that are shown. */
const MOST_PATHS = 3

/** The shortest paths into a state or over a transition, by its name; three at most, none if no path leads there. */
export const pathsTo = (graph: StateGraph, target: string, avoid: readonly string[] = []): Path[] => {
  const avoided = new Set(avoid)
  const isTransition = graph.transitions.includes(target)
  const over = (trail: Trail): Trail[] =>
    (graph.nodes.get(keyOf(graph, trail))?.edges ?? [])
      .filter(({ event, transitions }) => transitions.includes(target) && !avoided.has(event.type))
      .map(({ event }) => extended(graph, trail, event))
      .filter(({ turns }) => turns.at(-1)?.transitions.includes(target))
  return [...shortestTrails(graph, avoided).values()]
    .flatMap((trail) =>
      isTransition ? over(trail) : statesOf(trail.snapshot.value).includes(target) ? [trail] : [],
    )
    .toSorted((a, b) => a.turns.length - b.turns.length)
    .slice(0, MOST_PATHS)
    .map((trail) => pathOf(graph, trail))
}

/** The paths of a machine that somebody wants to see: to a target if there is one, else what covers it. */
export type Question = {
  readonly coverage: Coverage
  /** A state or the name of a transition. */
  readonly to: string | undefined
  /** Types of events. */
  readonly avoid: readonly string[]
}

/** The answer to a question. */
export const pathsFor = (graph: StateGraph, { coverage, to, avoid }: Question): PathSet =>
  to === undefined
    ? coveringPaths(graph, coverage, avoid)
    : { paths: pathsTo(graph, to, avoid), uncovered: [] }

const PURPOSES: Readonly<Record<Coverage, string>> = {
  transitions: 'every transition',
  states: 'every state',
  pairs: 'every two transitions that follow each other',
}

/** What the paths of a question are for, such as `every transition` or `to play`. */
export const purposeOf = ({ coverage, to, avoid }: Question): string =>
  `${to === undefined ? PURPOSES[coverage] : `to ${to}`}${avoid.length === 0 ? '' : `, without ${avoid.join(', ')}`}`
