import { ALERT_SETTINGS, type AlertChoice, type EnabledAlert } from '#contract/records/alert-settings.ts'
import type { FormValues } from './alert-settings.ports.ts'

/** A field of a form: a choice of alerts or a preference. */
export type FormValue = AlertChoice | boolean

/** Whether two values of a field are the same. */
export const isSameValue = (a: FormValue | undefined, b: FormValue): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.selected === b.selected && a.value === b.value : a === b

/** The changes of a form with one more; a field that is as it was saved is no change. */
export const withChange = <TValue extends FormValue>(
  saved: FormValues<TValue> | null,
  changes: FormValues<TValue>,
  { field, value }: { field: string; value: TValue },
): FormValues<TValue> => {
  const { [field]: _, ...others } = changes
  return isSameValue(saved?.[field], value) ? others : { ...others, [field]: value }
}

/** The selected alert types of saved choices, with their thresholds (ALR-45). */
export const enabledAlertsOf = (choices: FormValues<FormValue>): readonly EnabledAlert[] =>
  ALERT_SETTINGS.flatMap(({ id, type }) => {
    const choice = choices[id]
    return typeof choice === 'object' && choice.selected ? [{ type, value: choice.value }] : []
  })
