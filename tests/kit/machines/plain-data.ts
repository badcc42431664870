/** Anything in a value that is not plain JSON data, as paths: functions, instances, dates, undefined, NaN, cycles. */
export const nonPlainValues = (
  value: unknown,
  path = 'context',
  above: readonly unknown[] = [],
): string[] => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return []
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (typeof value !== 'object') return [`${path} is a ${typeof value}`]
  if (above.includes(value)) return [`${path} is a cycle`]
  const prototype = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) {
    return [`${path} is an instance of ${prototype.constructor?.name}`]
  }
  return Object.entries(value).flatMap(([key, part]) =>
    nonPlainValues(part, `${path}.${key}`, [...above, value]),
  )
}
