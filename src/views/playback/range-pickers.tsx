import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import {
  endHours,
  goesUntilNow,
  hourOf,
  shownEnd,
  startHours,
} from '#src/machines/date-range/date-range.logic.ts'
import type { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'
import { selectRange } from '#src/machines/date-range/date-range.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { dayOf } from '../kit/formats.ts'
import { useAtNow } from '../kit/use-now.ts'
import { HourPicker } from './hour-picker.tsx'
import { PLAYBACK } from './playback.text.ts'

/** From and To, in whole hours (PLB-01, PLB-21 to 24), and what is wrong with them. */
export const RangePickers = ({
  range,
  disabled,
  error,
}: {
  range: ActorRefFrom<typeof dateRangeMachine>
  disabled: boolean
  error: string | null
}) => {
  const { serverNow } = useServices()
  const chosen = useSelector(range, selectRange)
  const { from } = chosen
  const hour = useAtNow(hourOf)
  const latest = dayOf(hour)
  return (
    <>
      <HourPicker
        name={PLAYBACK.from}
        value={from}
        maxDay={latest}
        hours={startHours(chosen, hour)}
        disabled={disabled}
        onChoose={(at) => range.send({ type: 'range.startChosen', at, now: serverNow() })}
      />
      <HourPicker
        name={PLAYBACK.to}
        value={shownEnd(chosen, hour)}
        untilNow={useAtNow((now) => goesUntilNow(chosen, now))}
        minDay={dayOf(from)}
        maxDay={latest}
        hours={endHours(chosen, hour)}
        disabled={disabled}
        error={error}
        onChoose={(at) => range.send({ type: 'range.endChosen', at, now: serverNow() })}
      />
    </>
  )
}
