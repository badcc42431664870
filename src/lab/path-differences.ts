import type { EventObject } from 'xstate'
import { eventName } from './chart.ts'
import { shortText } from './context-rows.ts'
import type { LabMachine } from './lab-machines.ts'
import type { Path } from './path-cover.ts'

/** Characters of what an event carries. */
const LONGEST = 80

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a value that are not the same in all others; the value itself where one of them has no fields. */
const ownPart = (value: unknown, others: readonly unknown[]): unknown => {
  if (!isRecord(value) || !others.every(isRecord)) return value
  const own = Object.entries(value).flatMap(([field, part]) => {
    const there = others.map((other) => other[field])
    const isShared = there.every((other) => JSON.stringify(other) === JSON.stringify(part))
    return isShared ? [] : [[field, ownPart(part, there)]]
  })
  return Object.fromEntries(own)
}

/** An event, with what it carries where others of its type come in its place. */
const ownText = (
  event: EventObject,
  others: readonly (EventObject | undefined)[],
  machine: string,
): string => {
  const part = ownPart(
    event,
    others.filter((other) => other?.type === event.type),
  )
  const payload = Object.keys(part as object).length === 0 ? '' : ` ${shortText(part, LONGEST)}`
  return `${eventName(event.type, machine)}${payload}`
}

/** How a path shows in a list. */
const looks = ({ start, steps }: Path): string => JSON.stringify([start, steps.at(-1)?.state, steps.length])

/**
 * For each path what tells it apart from those between the same states with as many events: the events at which they part, briefly, and
 * the machine's input where that differs; '' where no other looks the same.
 */
export const pathDifferences = ({ machine, model }: LabMachine, paths: readonly Path[]): string[] => {
  const walked = paths.map((path) => ({
    ...{ path, looks: looks(path) },
    texts: [String(path.input), ...path.steps.map(({ event }) => JSON.stringify(event))],
  }))
  return walked.map((one) => {
    /** The paths that part from this one, by the place where they do; 0 is the input. */
    const parting = new Map<number, Path[]>()
    for (const other of walked) {
      if (other === one || other.looks !== one.looks) continue
      const at = one.texts.findIndex((text, place) => text !== other.texts[place])
      parting.set(at, [...(parting.get(at) ?? []), other.path])
    }
    return [...parting]
      .toSorted(([a], [b]) => a - b)
      .map(([at, others]) => {
        const event = one.path.steps[at - 1]?.event
        if (event !== undefined)
          return ownText(
            event,
            others.map(({ steps }) => steps[at - 1]?.event),
            machine.id,
          )
        const inputs = others.map(({ input }) => model.inputs[input])
        return shortText(ownPart(model.inputs[one.path.input], inputs), LONGEST)
      })
      .join(' · ')
  })
}
