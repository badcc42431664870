import { insertionIndex } from '#domain/numbers.ts'
import type { FoundAlert } from '../rules/types.ts'
import type { Timeline } from './timeline.ts'

/** Litres that left (`drop`) or entered (`fill`) the fuel tank between fixes `first` and `last`; `seen` is the fix that revealed it. */
export type FuelChange = {
  readonly kind: 'drop' | 'fill'
  readonly first: number
  readonly seen: number
  readonly last: number
  readonly litres: number
}

/** Sudden changes of the fuel level while standing, which are theft or refuelling, among what the alert rules found; by time. */
export const fuelChanges = ({ columns: { time } }: Timeline, found: readonly FoundAlert[]): FuelChange[] =>
  found
    .flatMap(({ type, began, time: seen, lastSeen, value }): FuelChange[] =>
      type === 'FUELDROP' || type === 'FUELFILL'
        ? [
            {
              kind: type === 'FUELDROP' ? 'drop' : 'fill',
              first: insertionIndex(time, began),
              seen: insertionIndex(time, seen),
              last: insertionIndex(time, lastSeen),
              litres: value ?? 0,
            },
          ]
        : [],
    )
    .sort((a, b) => a.seen - b.seen)
