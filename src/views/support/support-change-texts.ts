import { ALERT_SETTINGS } from '#contract/records/alert-settings.ts'
import type { SetValue, SupportChange } from '#contract/records/support-changes.ts'
import { ALERT_PREFERENCES_TEXT, PREFERENCE } from '#src/texts/en/alert-settings.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { SUPPORT_ACCESS, SUPPORT_CHANGE, SUPPORT_VALUE } from '#src/texts/en/support-access.ts'
import { formatDateTime } from '../kit/formats.ts'
import { thresholdText } from '../kit/threshold-text.ts'

type Change = Pick<SupportChange, 'call' | 'subjects' | 'total' | 'values'>

const isKeyOf = <T extends object>(table: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key)

/** What was done, in a sentence. */
export const changeText = ({ call }: Change): string =>
  isKeyOf(SUPPORT_CHANGE, call) ? SUPPORT_CHANGE[call] : SUPPORT_ACCESS.other({ call })

/** The vehicles, fences or links that it was about; null where none is named. */
export const subjectsText = ({ subjects, total }: Change): string | null => {
  if (subjects.length === 0) return null
  const names = subjects.join(', ')
  const more = total - subjects.length
  return more > 0 ? SUPPORT_ACCESS.andMore({ names, count: more }) : names
}

const onOff = (value: SetValue['value']): string => (value === true ? SUPPORT_ACCESS.on : SUPPORT_ACCESS.off)

/** What a cleared service interval has become; null for other fields, which are empty where they do not apply. */
const clearedText = (path: string): string | null => {
  if (path === 'interval')
    return SUPPORT_ACCESS.value({ name: SUPPORT_VALUE.interval, value: SUPPORT_ACCESS.ofSegment })
  const [, measure = ''] = /^interval\.(.*)$/.exec(path) ?? []
  return isKeyOf(SUPPORT_VALUE, measure)
    ? SUPPORT_ACCESS.value({ name: SUPPORT_VALUE[measure], value: SUPPORT_ACCESS.removed })
    : null
}

const plainValue = (path: string, value: SetValue['value']): string => {
  if (typeof value === 'boolean') return onOff(value)
  return /At$/.test(path) && typeof value === 'number' ? formatDateTime(value) : String(value)
}

/** A value that people know by a name of the portal; null for what only programs know. */
const valueText = ({ path, value }: SetValue): string | null => {
  if (value === null) return clearedText(path)
  const [id = '', field] = path.split('.')
  const setting = ALERT_SETTINGS.find((each) => each.id === id)
  if (setting !== undefined) {
    const shown =
      field === 'value' && setting.valueIn !== null && typeof value === 'number'
        ? thresholdText(setting.valueIn, value)
        : onOff(value)
    return SUPPORT_ACCESS.value({ name: ALERTS[setting.type], value: shown })
  }
  const channel = path.endsWith('Sms') ? 'sms' : 'email'
  const pair = path.replace(/Sms$/, 'Email')
  if (isKeyOf(PREFERENCE, pair)) {
    const name = ALERT_PREFERENCES_TEXT.field({
      alert: PREFERENCE[pair],
      channel: ALERT_PREFERENCES_TEXT[channel],
    })
    return SUPPORT_ACCESS.value({ name, value: onOff(value) })
  }
  const key = field ?? id
  if (!isKeyOf(SUPPORT_VALUE, key) || value === '') return null
  return SUPPORT_ACCESS.value({ name: SUPPORT_VALUE[key], value: plainValue(path, value) })
}

/** What it set, by the names that the portal's screens have. */
export const valueTexts = ({
  values,
}: Change): ReadonlyArray<{ readonly key: string; readonly text: string }> =>
  values.flatMap((value, index) => {
    const text = valueText(value)
    return text === null ? [] : [{ key: `${index} ${value.path}`, text }]
  })
