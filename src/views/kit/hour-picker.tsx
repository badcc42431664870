import { Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { twoDigits } from '#domain/units.ts'
import { dayText, hourOf, instantOf } from '#domain/zone-time.ts'
import type { HourLimits } from '#src/machines/date-range/date-range.logic.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { HOUR_PICKER } from '#src/texts/en/measures.ts'
import { CALENDAR_FORMATS, formatHour } from './formats.ts'
import classes from './hour-picker.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/**
 * Picks a day and a whole hour of the company's clock; typing is blocked (PLB-20). Times are ms since 1970 UTC. `hours` are the hours that
 * may be chosen on the day of `value`.
 */
export const HourPicker = ({
  name,
  value,
  minDay,
  maxDay,
  hours,
  disabled = false,
  error = null,
  untilNow = null,
  onChoose,
}: {
  name: string
  value: number
  /** Earliest and latest day, `YYYY-MM-DD`. */
  minDay?: string | undefined
  maxDay: string
  hours: HourLimits
  disabled?: boolean
  error?: string | null
  /** For the end of a range, where the current hour means until now: whether that is chosen. null for a beginning. */
  untilNow?: boolean | null
  onChoose: (at: number) => void
}) => {
  const [open, setOpen] = useState(false)
  const { timeZone } = currentConventions()
  const [day, chosen] = [dayText(value, timeZone), hourOf(value, timeZone)]
  const offersNow = untilNow !== null && day === maxDay
  /** An hour that was chosen before it became the current one does not mean until now. */
  const isHourPressed = (hour: number) => hour === chosen && !(offersNow && !untilNow && hour === hours.max)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="none"
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          classNames={{
            root: classes['field'] ?? '',
            label: classes['label'] ?? '',
            wrapper: classes['box'] ?? '',
            description: classes['note'] ?? '',
            input: classes['input'] ?? '',
          }}
          label={name}
          description={untilNow ? HOUR_PICKER.untilNow : null}
          value={formatHour(value)}
          leftSection={<IconCalendar size={18} stroke={1.75} aria-hidden />}
          readOnly
          disabled={disabled}
          error={error}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          onKeyDown={(event) => {
            if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
            event.preventDefault()
            setOpen(true)
          }}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes['drop']} role="dialog" aria-label={name}>
        <DatePicker
          value={day}
          defaultDate={day}
          {...(minDay === undefined ? {} : { minDate: minDay })}
          maxDate={maxDay}
          hideOutsideDates
          weekendDays={[]}
          ariaLabels={{ previousMonth: HOUR_PICKER.previousMonth, nextMonth: HOUR_PICKER.nextMonth }}
          monthLabelFormat={CALENDAR_FORMATS.month}
          monthsListFormat={CALENDAR_FORMATS.monthName}
          yearLabelFormat={CALENDAR_FORMATS.year}
          yearsListFormat={CALENDAR_FORMATS.year}
          weekdayFormat={CALENDAR_FORMATS.weekday}
          getDayProps={(each) => ({ 'aria-label': CALENDAR_FORMATS.day(each) })}
          onChange={(next) => {
            if (next !== null) onChoose(instantOf(next, chosen, timeZone))
          }}
        />
        <fieldset className={classes['hours']} aria-label={HOUR_PICKER.hours}>
          <span className={classes['title']} aria-hidden="true">
            {HOUR_PICKER.hours}
          </span>
          {HOURS.map((hour) => (
            <button
              key={hour}
              type="button"
              className={classes['hour']}
              aria-pressed={isHourPressed(hour)}
              disabled={hour < hours.min || hour > hours.max}
              onClick={() => {
                onChoose(instantOf(day, hour, timeZone))
                setOpen(false)
              }}
            >
              {twoDigits(hour)}
            </button>
          ))}
          {offersNow ? (
            <p className={classes['means']}>{HOUR_PICKER.currentHour({ hour: twoDigits(hours.max) })}</p>
          ) : null}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
