import { IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { AnyStateMachine } from 'xstate'
import { LINE_HEIGHT, type PlacedArrow, type PlacedChart, type PlacedState } from '#src/lab/chart-layout.ts'
import type { Taken } from '#src/lab/taken.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { IconButton } from '../kit/buttons.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import classes from './chart.module.css'
import { useChart } from './use-chart.ts'

/** What a chart shows beside the machine, and what pressing in it does. */
type ChartProps = {
  machine: AnyStateMachine
  /** The states that are active, such as `open` and `open.live`. */
  active?: readonly string[]
  /** The names of the transitions that were taken last. */
  just?: readonly string[]
  /** The state or the transition that is chosen. */
  chosen?: string | undefined
  /** How often each transition was taken; those that were not are drawn faint. */
  heat?: Taken | undefined
  onChoose?: ((name: string) => void) | undefined
}

const ZOOMS = [0.25, 0.4, 0.55, 0.75, 1, 1.35, 1.8] as const
const MARGIN = 24

const nearestZoom = (wanted: number): number => ZOOMS.findLast((zoom) => zoom <= wanted) ?? ZOOMS[0]
const nextZoom = (zoom: number): number => ZOOMS.find((next) => next > zoom + 0.01) ?? zoom
const previousZoom = (zoom: number): number => ZOOMS.findLast((next) => next < zoom - 0.01) ?? zoom

const middle = ({ x, y, width, height }: PlacedState) => ({
  x: x + width / 2,
  y: y + Math.min(height, 40) / 2,
})

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** The nearest state in the direction of an arrow key; distance to the side counts twice. */
const neighbour = (
  states: readonly PlacedState[],
  from: PlacedState,
  key: string,
): PlacedState | undefined => {
  const [dx, dy] = DIRECTIONS[key] ?? [0, 0]
  const start = middle(from)
  return states
    .map((state) => {
      const { x, y } = middle(state)
      const ahead = (x - start.x) * dx + (y - start.y) * dy
      const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx)
      return { state, ahead, distance: ahead + 2 * aside }
    })
    .filter(({ state, ahead }) => state !== from && ahead > 1)
    .toSorted((a, b) => a.distance - b.distance)[0]?.state
}

const linePath = (points: PlacedArrow['points']): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')

const namesOf = ({ lines }: PlacedArrow): readonly string[] => lines.flatMap(({ names }) => names)

const countOf = (names: readonly string[], heat: Taken): number =>
  names.reduce((sum, name) => sum + (heat.get(name) ?? 0), 0)

const Arrow = ({
  arrow,
  just = [],
  chosen,
  heat,
  onChoose,
}: { arrow: PlacedArrow } & Omit<ChartProps, 'machine'>) => {
  const names = namesOf(arrow)
  const isJust = names.some((name) => just.includes(name))
  const isCold = heat !== undefined && countOf(names, heat) === 0
  const { x, y } = arrow.label
  return (
    <g className={classes['arrow']} data-just={isJust || undefined} data-cold={isCold || undefined}>
      <path d={linePath(arrow.points)} markerEnd={isJust ? 'url(#lab-head-just)' : 'url(#lab-head)'} />
      {arrow.lines.map(({ event, names: [name, ...others] }, line) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the keyboard the list of targets has each transition.
        <text
          key={event}
          x={x + 4}
          y={y + LINE_HEIGHT * (line + 0.75)}
          data-chosen={name === chosen || undefined}
          onClick={() => name !== undefined && onChoose?.(name)}
        >
          <title>{[name, ...others].join('\n')}</title>
          {event}
          {heat === undefined ? null : (
            <tspan className={classes['count']} dx="5">
              {countOf(name === undefined ? [] : [name, ...others], heat)}
            </tspan>
          )}
        </text>
      ))}
    </g>
  )
}

const stateName = (id: string, machine: string): string => (id === '' ? machine : id)

const Drawing = ({ chart, zoom, ...shown }: { chart: PlacedChart; zoom: number } & ChartProps) => {
  const { machine, active = [], chosen, onChoose } = shown
  const [reached, setReached] = useState('')
  const drawing = useRef<SVGSVGElement>(null)
  const onKeyDown = (event: KeyboardEvent, state: PlacedState) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onChoose?.(state.id)
      return
    }
    const next = event.key in DIRECTIONS ? neighbour(chart.states, state, event.key) : undefined
    if (next === undefined) return
    event.preventDefault()
    setReached(next.id)
    drawing.current?.querySelector<SVGGElement>(`[data-state="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold a drawing.
    <svg
      ref={drawing}
      className={classes['drawing']}
      viewBox={`${-MARGIN} ${-MARGIN} ${chart.width + 2 * MARGIN} ${chart.height + 2 * MARGIN}`}
      width={(chart.width + 2 * MARGIN) * zoom}
      height={(chart.height + 2 * MARGIN) * zoom}
      role="group"
      aria-label={LAB.chart({ machine: machine.id })}
    >
      <defs>
        {['lab-head', 'lab-head-just'].map((id) => (
          <marker
            key={id}
            id={id}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="9"
            markerHeight="9"
            orient="auto-start-reverse"
          >
            <path className={classes[id]} d="M0 0L8 4L0 8z" />
          </marker>
        ))}
      </defs>
      {chart.states.map((state) => {
        const { id, name, kind, isInitial, x, y, width, height } = state
        const isActive = id === '' || active.includes(id)
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
          <g
            key={id}
            role="button"
            tabIndex={id === reached ? 0 : -1}
            data-state={id}
            data-kind={kind}
            data-active={(id !== '' && isActive) || undefined}
            data-chosen={(id !== '' && id === chosen) || undefined}
            className={classes['state']}
            aria-label={active.includes(id) ? LAB.activeState({ state: id }) : stateName(id, machine.id)}
            aria-pressed={id === chosen}
            onFocus={() => setReached(id)}
            onKeyDown={(event) => onKeyDown(event, state)}
            onClick={() => onChoose?.(id)}
          >
            <rect x={x} y={y} width={width} height={height} rx={kind === 'final' ? 19 : 10} />
            {isInitial ? <circle cx={x + 13} cy={y + 19} r={3.5} className={classes['initial']} /> : null}
            <text x={x + (isInitial ? 23 : 14)} y={y + 24}>
              {name}
            </text>
          </g>
        )
      })}
      {chart.arrows.map((arrow) => (
        <Arrow key={`${arrow.from}>${arrow.to}`} arrow={arrow} {...shown} />
      ))}
    </svg>
  )
}

/** How far to scroll until a part is in what is seen; both from where to where, in pixels. */
const toScroll = ([start, end]: readonly [number, number], [from, to]: readonly [number, number]): number =>
  start < from ? start - from : Math.max(0, end - to)

const Scrolled = ({ chart, ...shown }: { chart: PlacedChart } & ChartProps) => {
  const [zoom, setZoom] = useState<number>()
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)
  /** The zoom that shows the whole chart, or, if that is smaller, the least. */
  const fitting = (least: number) => {
    if (place === null) return 1
    const { clientWidth, clientHeight } = place
    return nearestZoom(
      Math.max(
        least,
        Math.min(1, clientWidth / (chart.width + 2 * MARGIN), clientHeight / (chart.height + 2 * MARGIN)),
      ),
    )
  }
  // At first its texts can be read, also where that cuts the chart off.
  const shownZoom = zoom ?? fitting(0.75)
  useEffect(() => {
    if (place === null) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      setZoom(event.deltaY < 0 ? nextZoom(shownZoom) : previousZoom(shownZoom))
    }
    // React's own listener is passive and cannot keep the page from zooming.
    place.addEventListener('wheel', onWheel, { passive: false })
    return () => place.removeEventListener('wheel', onWheel)
  }, [place, shownZoom])
  const { active = [] } = shown
  const innermost = active.at(-1)
  useEffect(() => {
    if (place === null || innermost === undefined) return
    const state = place.querySelector(`[data-state="${CSS.escape(innermost)}"]`)?.getBoundingClientRect()
    if (state === undefined) return
    // Not by scrollIntoView: that scrolls the page as well.
    const seen = place.getBoundingClientRect()
    place.scrollLeft += toScroll([state.left, state.right], [seen.left, seen.right])
    place.scrollTop += toScroll([state.top, state.bottom], [seen.top, seen.bottom])
  }, [place, innermost])
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') setZoom(nextZoom(shownZoom))
    if (key === '-') setZoom(previousZoom(shownZoom))
    if (key === '0') setZoom(fitting(0))
  }
  const pull = ({ clientX: x, clientY: y, buttons }: PointerEvent) => {
    if (grip.current === null || buttons !== 1 || place === null) return
    place.scrollBy(grip.current.x - x, grip.current.y - y)
    grip.current = { x, y }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and pulling are short cuts to its scroll bars and buttons. */}
      <div
        ref={setPlace}
        className={classes['place']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={({ clientX: x, clientY: y, pointerType }) => {
          grip.current = pointerType === 'mouse' ? { x, y } : null
        }}
        onPointerMove={pull}
      >
        <Drawing chart={chart} zoom={shownZoom} {...shown} />
      </div>
      <div className={classes['zoom']}>
        <IconButton
          icon={IconZoomIn}
          name={LAB.zoomIn}
          onPress={() => setZoom(nextZoom(shownZoom))}
          tooltipAt="left"
        />
        <IconButton
          icon={IconZoomOut}
          name={LAB.zoomOut}
          onPress={() => setZoom(previousZoom(shownZoom))}
          tooltipAt="left"
        />
        <IconButton icon={IconMaximize} name={LAB.fit} onPress={() => setZoom(fitting(0))} tooltipAt="left" />
      </div>
    </>
  )
}

/** The statechart of a machine: states inside states, and arrows with their events. It scrolls, can be pulled and zoomed. */
export const Chart = (props: ChartProps) => {
  const chart = useChart(props.machine)
  return (
    <div className={classes['chart']} aria-busy={chart === undefined} translate="no">
      {chart === undefined ? <p className={classes['wait']}>{LAB.drawing}</p> : null}
      {chart === null ? <ErrorBox>{LAB.notDrawn}</ErrorBox> : null}
      {chart ? <Scrolled key={props.machine.id} chart={chart} {...props} /> : null}
    </div>
  )
}
