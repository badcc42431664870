import { DERIVED_BIT, type Fix, fixFields, type NamedFixField, OWN_EVENTS_SHIFT } from './fix.ts'

const OPTIONAL_FIELDS = fixFields.filter(({ required, name }) => !required && name !== 'derived')
const BITS: Readonly<Record<string, number | undefined>> = DERIVED_BIT

type Value = Fix[keyof Fix]
/** A value of a field, and whether it was derived. */
type Given = { readonly value: Value; readonly isDerived: boolean }

const allCodes = (own: readonly string[], other: readonly string[], most: number): readonly string[] =>
  other.every((code) => own.includes(code)) ? own : [...new Set([...own, ...other])].sort().slice(0, most)

/** Which of two values counts, or both as one. */
const mergedValue = (field: NamedFixField, own: Given, other: Given): Value => {
  if (own.value === undefined) return other.value
  if (field.kind === 'strings')
    return allCodes(own.value as readonly string[], other.value as readonly string[], field.most)
  if (field.kind === 'bits') return Number(own.value) | Number(other.value)
  if (own.isDerived !== other.isDerived) return own.isDerived ? other.value : own.value
  return Number(other.value) < Number(own.value) ? other.value : own.value
}

const ownEvents = ({ derived = 0 }: Fix): number => derived >> OWN_EVENTS_SHIFT
const reportedEvents = (fix: Fix): number => (fix.events ?? 0) & ~ownEvents(fix)

/**
 * A fix with what another one of the same time and place says; `own` itself where that says nothing more. A reported value counts before a
 * missing or derived one, and of two that contradict each other the lower one, so an ignition that is off; of trouble codes and events all
 * count. It is the same in any order, and however often.
 */
export const mergedFix = (own: Fix, other: Fix): Fix => {
  const merged: Record<string, unknown> = { ...own }
  const events = (ownEvents(own) | ownEvents(other)) & ~(reportedEvents(own) | reportedEvents(other))
  let derived = ((own.derived ?? 0) & ((1 << OWN_EVENTS_SHIFT) - 1)) | (events << OWN_EVENTS_SHIFT)
  let isChanged = false
  for (const field of OPTIONAL_FIELDS) {
    const { name } = field
    if (other[name] === undefined) continue
    const bit = BITS[name] ?? 0
    const before = { value: own[name], isDerived: ((own.derived ?? 0) & bit) !== 0 }
    const further = { value: other[name], isDerived: ((other.derived ?? 0) & bit) !== 0 }
    const value = mergedValue(field, before, further)
    if (value === before.value && (!before.isDerived || further.isDerived)) continue
    merged[name] = value
    derived = further.isDerived ? derived | bit : derived & ~bit
    isChanged = true
  }
  if (!isChanged && derived === (own.derived ?? 0)) return own
  if (derived === 0) delete merged['derived']
  else merged['derived'] = derived
  return merged as Fix
}
