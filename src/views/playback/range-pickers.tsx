import { shallowEqual, useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'
import {
  selectEndHours,
  selectGoesUntilNow,
  selectLatest,
  selectRange,
  selectShownEnd,
  selectStartHours,
} from '#src/machines/date-range/date-range.selectors.ts'
import { useServices } from '../kit/app-context.tsx'
import { dayOf } from '../kit/formats.ts'
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
  const { from } = useSelector(range, selectRange)
  const to = useSelector(range, selectShownEnd)
  const latest = dayOf(useSelector(range, selectLatest))
  const startHours = useSelector(range, selectStartHours, shallowEqual)
  const endHours = useSelector(range, selectEndHours, shallowEqual)
  return (
    <>
      <HourPicker
        name={PLAYBACK.from}
        value={from}
        maxDay={latest}
        hours={startHours}
        disabled={disabled}
        onChoose={(at) => range.send({ type: 'range.startChosen', at, now: serverNow() })}
      />
      <HourPicker
        name={PLAYBACK.to}
        value={to}
        isEnd
        note={useSelector(range, selectGoesUntilNow) ? PLAYBACK.untilNow : null}
        minDay={dayOf(from)}
        maxDay={latest}
        hours={endHours}
        disabled={disabled}
        error={error}
        onChoose={(at) => range.send({ type: 'range.endChosen', at, now: serverNow() })}
      />
    </>
  )
}
