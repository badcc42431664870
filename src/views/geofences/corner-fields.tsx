import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { faultOf } from '#contract/errors.ts'
import { FENCE } from '#domain/fence-limits.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { GEOFENCES } from '#src/texts/en/geofences.ts'
import { IconButton } from '../kit/buttons.tsx'
import { NumberField } from '../kit/number-field.tsx'
import { type Outline, withCornerAt, withCornerBehind, withoutCorner } from './fence-shapes.ts'
import classes from './geofences.module.css'
import type { GeofencesActor } from './geofences-mode.tsx'

/** The list of an outline with more corners is folded at first. */
const MOST_OPEN = 8
/** Corners listed at first, and added each time the user asks for more. */
const LISTED = 50

const isOff = (degrees: number, most: number) => !(Math.abs(degrees) <= most)

/** The corners of an outline as figures. Without a pointer, each can be changed and removed, and corners can be added (GEO-03). */
export const CornerFields = ({ fences, outline }: { fences: GeofencesActor; outline: Outline }) => {
  const { corners } = outline
  const [isOpen, setOpen] = useState(corners.length <= MOST_OPEN)
  const [listed, setListed] = useState(LISTED)
  const list = useRef<HTMLOListElement>(null)
  const id = useId()
  const set = (shape: Outline, figure: string | null = null) =>
    fences.send({ type: 'fence.shapeSet', shape, figure })
  /** The button may disappear with its corner; the focus then moves to the next corner. */
  const remove = (place: number) => {
    set(withoutCorner(outline, place))
    requestAnimationFrame(() => {
      const { activeElement } = document
      if (activeElement !== document.body && !activeElement?.matches(':disabled')) return
      const rows = list.current?.children
      rows?.[Math.min(place, rows.length - 1)]?.querySelector<HTMLElement>('button:enabled')?.focus()
    })
  }
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        color="var(--rb-ink)"
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<Chevron size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {GEOFENCES.cornerList}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <>
            <div className={classes['cornerHead']} aria-hidden="true">
              <span>{GEOFENCES.latitude}</span>
              <span>{GEOFENCES.longitude}</span>
            </div>
            <ol ref={list} className={classes['corners']} aria-label={GEOFENCES.cornerList}>
              {corners.slice(0, listed).map(([lng, lat], place) => {
                const number = place + 1
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a corner is identified by its number, so that the focus keeps its place when one is added or removed.
                  <li key={place} className={classes['corner']}>
                    <span className={classes['cornerNumber']} aria-hidden="true">
                      {number}
                    </span>
                    <NumberField
                      label={GEOFENCES.cornerLatitude({ corner: number })}
                      value={lat}
                      step={0.001}
                      error={isOff(lat, 90) ? errorText(faultOf('fenceLatitude')) : undefined}
                      isSmall
                      onNumber={(to) => set(withCornerAt(outline, place, [lng, to]), `latitude ${number}`)}
                    />
                    <NumberField
                      label={GEOFENCES.cornerLongitude({ corner: number })}
                      value={lng}
                      step={0.001}
                      error={isOff(lng, 180) ? errorText(faultOf('fenceLongitude')) : undefined}
                      isSmall
                      onNumber={(to) => set(withCornerAt(outline, place, [to, lat]), `longitude ${number}`)}
                    />
                    <IconButton
                      icon={IconPlus}
                      name={GEOFENCES.addCorner({ corner: number })}
                      quiet
                      disabled={corners.length >= FENCE.maxCorners}
                      onPress={() => set(withCornerBehind(outline, place))}
                    />
                    <IconButton
                      icon={IconTrash}
                      name={GEOFENCES.removeCorner({ corner: number })}
                      quiet
                      disabled={corners.length <= FENCE.minCorners}
                      onPress={() => remove(place)}
                    />
                  </li>
                )
              })}
            </ol>
            {corners.length > listed ? (
              <Button variant="default" size="compact-sm" onClick={() => setListed(listed + LISTED)}>
                {GEOFENCES.moreCorners({ left: corners.length - listed })}
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
    </div>
  )
}
