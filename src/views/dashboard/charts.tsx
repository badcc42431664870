import { useMantineColorScheme } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { DashboardEvidence } from '#contract/links/dashboard.ts'
import { DASHBOARD } from '#src/texts/en/dashboard.ts'
import { currentLanguage } from '#src/texts/language.ts'
import { RouteLink } from '../kit/buttons.tsx'
import { formatPercent } from '../kit/measures.ts'
import { Plate } from '../kit/vehicle.tsx'
import { drawBars } from './bars-plot.ts'
import classes from './charts.module.css'
import type { Bar } from './content.ts'

export type ChartProps = {
  /** The accessible name. */
  readonly name: string
  readonly bars: readonly Bar[]
  readonly onOpen: (evidence: DashboardEvidence) => void
}

const nameOf = ({ label, text, hint }: Bar): string =>
  DASHBOARD.showEvidence({ label, value: hint ? `${text}, ${hint}` : text })

/** Where a key moves within a row of bars. */
const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Bars over time. One tab stop; arrow keys lead from bar to bar, and Enter opens what is behind it. */
export const BarChart = ({
  name,
  bars,
  colour,
  onOpen,
}: ChartProps & {
  /** The name of a colour of the palette. */
  colour: 'accent' | 'fuel' | 'adblue'
}) => {
  const { colorScheme } = useMantineColorScheme()
  const [at, setAt] = useState(bars.length - 1)
  const row = useRef<HTMLDivElement>(null)
  const plot = useCallback(
    (container: HTMLDivElement | null) => (container === null ? undefined : drawBars(container, bars)),
    [bars],
  )
  const move = (event: KeyboardEvent) => {
    const to = KEYS[event.key]?.(Math.min(at, bars.length - 1), bars.length - 1)
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    row.current?.querySelectorAll<HTMLButtonElement>('button')[to]?.focus()
  }
  return (
    <div className={classes['barChart']} data-colour={colour}>
      <div
        key={`${colorScheme} ${currentLanguage().locale}`}
        ref={plot}
        className={classes['plot']}
        aria-hidden="true"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form. */}
      <div
        ref={row}
        className={classes['bars']}
        role="group"
        aria-label={DASHBOARD.bars({ widget: name })}
        onKeyDown={move}
      >
        {bars.map((bar, i) => (
          <button
            key={bar.label}
            type="button"
            tabIndex={i === Math.min(at, bars.length - 1) ? 0 : -1}
            aria-label={nameOf(bar)}
            data-side={i < bars.length / 2 ? 'start' : 'end'}
            onClick={() => bar.evidence !== null && onOpen(bar.evidence)}
            onFocus={() => setAt(i)}
          >
            <span className={classes['tip']} aria-hidden="true">
              <b>{bar.text}</b> {bar.label}
              {bar.hint === null ? null : <small>{bar.hint}</small>}
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}

const share = (value: number | null) => ({ '--share': `${value ?? 0}%` }) as CSSProperties

/** Parts of a whole as lines, each with its share (DSH-09, DSH-10). */
export const ShareBars = ({ name, bars, onOpen }: ChartProps) => (
  <ul className={classes['shares']} aria-label={name}>
    {bars.map((bar) => (
      <li key={bar.label}>
        <button
          type="button"
          title={bar.hint ?? undefined}
          aria-label={nameOf(bar)}
          onClick={() => bar.evidence !== null && onOpen(bar.evidence)}
        >
          <span className={classes['label']}>
            {bar.label}
            {bar.tone === 'plain' ? null : <em data-tone={bar.tone}>{bar.hint?.split(' · ')[0]}</em>}
          </span>
          <span className={classes['track']}>
            <span data-tone={bar.tone} style={share(bar.value)} />
          </span>
          <b>{formatPercent(bar.value)} %</b>
        </button>
      </li>
    ))}
  </ul>
)

const Part = ({ label, text, hint, tone }: Bar) => (
  <>
    <i data-tone={tone} aria-hidden="true" />
    {label} <b>{text}</b> <small>{hint}</small>
  </>
)

const Legend = ({ name, bars, onOpen }: ChartProps) => (
  <ul className={classes['legend']} aria-label={name}>
    {bars.map((bar) => {
      const { label, evidence } = bar
      return (
        <li key={label}>
          {evidence === null ? (
            <Part {...bar} />
          ) : (
            <button type="button" aria-label={nameOf(bar)} onClick={() => onOpen(evidence)}>
              <Part {...bar} />
            </button>
          )}
        </li>
      )
    })}
  </ul>
)

/** The statuses of a fleet as one bar, with a line for each (DSH-07), which opens its vehicles as the part of the bar does. */
export const StatusBar = ({ name, bars, onOpen }: ChartProps) => (
  <div className={classes['status']}>
    <div className={classes['stack']} aria-hidden="true">
      {bars.map(({ label, value, tone, evidence }) =>
        value === null || value <= 0 ? null : (
          <button
            key={label}
            type="button"
            tabIndex={-1}
            data-tone={tone}
            style={share(value)}
            onClick={() => evidence !== null && onOpen(evidence)}
          />
        ),
      )}
    </div>
    <Legend {...{ name, bars, onOpen }} />
  </div>
)

/** The radius and the width of the ring, in its own units; its length is 100. */
const RING = { radius: 15.9155, width: 5 }

/** Parts of a whole as a ring, with a line for each (DSH-08). */
export const Ring = ({ name, bars, total, onOpen }: ChartProps & { total: string }) => {
  let from = 25
  return (
    <div className={classes['ring']}>
      <svg viewBox="0 0 42 42" aria-hidden="true">
        <circle className={classes['ringTrack']} cx="21" cy="21" r={RING.radius} strokeWidth={RING.width} />
        {bars.map(({ label, value, tone }) => {
          const length = value ?? 0
          const offset = from
          from -= length
          return length <= 0 ? null : (
            <circle
              key={label}
              data-tone={tone}
              cx="21"
              cy="21"
              r={RING.radius}
              strokeWidth={RING.width}
              strokeDasharray={`${Math.max(0.1, length - 1)} ${101 - length}`}
              strokeDashoffset={offset}
            />
          )
        })}
        <text x="21" y="24.4">
          {total}
        </text>
      </svg>
      <Legend {...{ name, bars, onOpen }} />
    </div>
  )
}

/** Vehicles with their scores. */
export const ScoreList = ({ name, bars, onOpen }: ChartProps) => (
  <ul className={classes['scores']} aria-label={name}>
    {bars.map((bar) => (
      <li key={bar.label}>
        <button
          type="button"
          aria-label={nameOf(bar)}
          onClick={() => bar.evidence !== null && onOpen(bar.evidence)}
        >
          <Plate registration={bar.label} />
          <b>{bar.text}</b>
          {bar.hint === null ? null : <small>{bar.hint}</small>}
        </button>
      </li>
    ))}
  </ul>
)

const Count = ({ label, text, hint, tone }: Bar) => (
  <>
    <b data-tone={tone}>{text}</b> {label} {hint === null ? null : <small>{hint}</small>}
  </>
)

/** Counts side by side; each leads to the screen that lists what it counts (DSH-15). */
export const CountTiles = ({ name, bars }: Omit<ChartProps, 'onOpen'>) => (
  <ul className={classes['counts']} aria-label={name}>
    {bars.map((bar) => (
      <li key={bar.label}>
        {bar.to === undefined ? (
          <span>
            <Count {...bar} />
          </span>
        ) : (
          <RouteLink to={bar.to}>
            <Count {...bar} />
          </RouteLink>
        )}
      </li>
    ))}
  </ul>
)
