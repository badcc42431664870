import type { AlertMarker } from '#contract/calls/playback.ts'
import { alertMeasure } from '#domain/alerts.ts'
import { clockText } from '#domain/units.ts'
import { ALERT_DETAILS } from '#src/texts/en/events.ts'
import { formatWithUnit } from '../kit/measures.ts'

const fenceText = (
  { name, crossing }: { name: string; crossing: 'IN' | 'OUT' },
  duration: string | null,
): string => {
  if (crossing === 'IN') return ALERT_DETAILS.entered({ fence: name })
  return duration === null
    ? ALERT_DETAILS.left({ fence: name })
    : ALERT_DETAILS.leftAfter({ fence: name, duration })
}

/** What an alert is about (PLT-06); the server's own words where it sent no more than these. */
export const alertDescription = ({
  label,
  desc,
  detail,
}: Pick<AlertMarker, 'label' | 'desc' | 'detail'>): string => {
  if (detail === undefined) return desc
  const { value, durationS, isOpen = false, fence } = detail
  const duration = durationS === null ? null : clockText(durationS)
  if (fence !== null) return fenceText(fence, duration)
  const figure = alertMeasure(label)
  return [
    ...(value === null || figure === null ? [] : [formatWithUnit(figure, value)]),
    ...(duration === null
      ? []
      : [isOpen ? ALERT_DETAILS.lastsOver({ duration }) : ALERT_DETAILS.lasted({ duration })]),
  ].join(' ')
}
