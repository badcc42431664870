import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import type { Chart, ChartState } from './chart.ts'

/** Height of a line of text, and of a state without states inside, px. */
export const LINE_HEIGHT = 16
const STATE_HEIGHT = 38
/** Px above the states inside another, for its name. */
const HEAD = 34
/** Px beside an event, for a number. */
const COUNT_WIDTH = 30
/** Lines at an arrow at most; the last one counts the rest. */
const MOST_LINES = 5

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A state with its place, px. */
export type PlacedState = ChartState & Box

/** The events that lead from one state to another, with the arrow between them and the place of their names, px. */
export type PlacedArrow = {
  readonly from: string
  readonly to: string
  readonly lines: readonly { readonly event: string; readonly names: readonly string[] }[]
  readonly label: Box
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** A chart with a place for everything in it, px. */
export type PlacedChart = {
  readonly width: number
  readonly height: number
  readonly states: readonly PlacedState[]
  readonly arrows: readonly PlacedArrow[]
}

type Arrow = Pick<PlacedArrow, 'from' | 'to' | 'lines'>

const arrowsOf = ({ transitions }: Chart): Arrow[] => {
  const arrows = new Map<string, { from: string; to: string; events: Map<string, string[]> }>()
  for (const { name, event, from, to } of transitions) {
    if (to === null) continue
    const key = JSON.stringify([from, to])
    const arrow = arrows.get(key) ?? { from, to, events: new Map<string, string[]>() }
    arrow.events.set(event, [...(arrow.events.get(event) ?? []), name])
    arrows.set(key, arrow)
  }
  return [...arrows.values()].map(({ from, to, events }) => ({
    from,
    to,
    lines: folded([...events].map(([event, names]) => ({ event, names }))),
  }))
}

const folded = (lines: Arrow['lines']): Arrow['lines'] => {
  if (lines.length <= MOST_LINES) return lines
  const rest = lines.slice(MOST_LINES - 1)
  return [
    ...lines.slice(0, MOST_LINES - 1),
    { event: `+ ${rest.length}`, names: rest.flatMap(({ names }) => names) },
  ]
}

/** All else is as ELK has it: layers, and arrows at right angles. */
const OPTIONS = {
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
}

/** How many events each state is from the start, at least. */
const distances = ({ states, transitions }: Chart): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const enter = (id: string, distance: number) => {
    if (found.has(id)) return
    found.set(id, distance)
    const state = states.find((each) => each.id === id)
    if (state?.parent != null) enter(state.parent, distance)
    for (const inside of states)
      if (inside.parent === id && (inside.isInitial || state?.kind === 'parallel')) enter(inside.id, distance)
  }
  enter('', 0)
  // A map is visited in the order of its keys, and grows while it is: nearest first.
  for (const [id, distance] of found)
    for (const { from, to } of transitions) if (from === id && to !== null) enter(to, distance + 1)
  return found
}

const nodeOf = (chart: Chart, state: ChartState, widthOf: (text: string) => number): ElkNode => {
  const inside = chart.states.filter(({ parent }) => parent === state.id)
  const width = Math.max(96, Math.ceil(widthOf(state.name)) + 36)
  const placing: Readonly<Record<string, string>> = state.isInitial
    ? { 'elk.layered.layering.layerConstraint': 'FIRST' }
    : {}
  if (inside.length === 0) return { id: idIn(state.id), layoutOptions: placing, width, height: STATE_HEIGHT }
  return {
    id: idIn(state.id),
    layoutOptions: {
      ...placing,
      'elk.padding': `[top=${HEAD + 10},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width}, ${STATE_HEIGHT})`,
    },
    children: inside.map((child) => nodeOf(chart, child, widthOf)),
  }
}

/** Elk takes no empty id. */
const idIn = (id: string): string => `s:${id}`

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height })

const pointsOf = ({ sections = [] }: ElkExtendedEdge): PlacedArrow['points'] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])

/** Gives states and arrows their places. `widthOf` measures a text, px. */
export const layOut = async (
  chart: Chart,
  elk: Pick<ELK, 'layout'>,
  widthOf: (text: string) => number,
): Promise<PlacedChart> => {
  const root = chart.states.find(({ parent }) => parent === null)
  if (root === undefined) throw new Error(`The chart of '${chart.id}' has no states.`)
  const arrows = arrowsOf(chart)
  const distance = distances(chart)
  const leadsOn = ({ from, to }: Arrow) => (distance.get(from) ?? 0) < (distance.get(to) ?? 0)
  const graph: ElkNode = {
    id: 'chart',
    layoutOptions: OPTIONS,
    children: [nodeOf(chart, root, widthOf)],
    edges: arrows.map((arrow, place) => ({
      id: `a:${place}`,
      sources: [idIn(arrow.from)],
      targets: [idIn(arrow.to)],
      // Arrows that lead away from the start point down, others back up.
      layoutOptions: leadsOn(arrow) ? { 'elk.layered.priority.direction': '100' } : {},
      labels: [
        {
          text: `${place}`,
          width: Math.ceil(Math.max(...arrow.lines.map(({ event }) => widthOf(event)))) + COUNT_WIDTH,
          height: arrow.lines.length * LINE_HEIGHT,
        },
      ],
    })),
  }
  const placed: ElkNode = await elk.layout(graph)
  const boxes = new Map<string, Box>()
  const edges = new Map<string, ElkExtendedEdge>()
  const visit = (node: ElkNode) => {
    boxes.set(node.id, boxOf(node))
    for (const edge of node.edges ?? []) edges.set(edge.id ?? '', edge)
    for (const child of node.children ?? []) visit(child)
  }
  visit(placed)
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    states: chart.states.map((state) => ({ ...state, ...boxOf(boxes.get(idIn(state.id)) ?? {}) })),
    arrows: arrows.map((arrow, place) => {
      const edge = edges.get(`a:${place}`)
      return {
        ...arrow,
        label: boxOf(edge?.labels?.[0] ?? {}),
        points: edge === undefined ? [] : pointsOf(edge),
      }
    }),
  }
}
